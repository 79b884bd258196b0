import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { requireProgram } from '../../support/required-program';
import { makeBot, makeKey, makePerson, type Site, signInOver, startSite } from '../../support/site';
import { PLACES, type ScanContext } from './places';

/** In full length only: scanners take minutes, and know nothing that the generated requests do not try. */

const BOT_ID = '1283746529000000123';
const EMAIL = 'owner@example.org';
/** A crawl, and each kind of attack on what it found. */
const CRAWL_SECONDS = 40;
const ATTACK_SECONDS = 8;
/** As wapiti counts: 0 is a remark, 1 low, 2 medium, 3 high, 4 critical. */
const MEDIUM = 2;
/** Fewer requests than this for a parameter are no test of it. */
const REQUESTS_MIN = 40;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-scanners-'));
let site: Site;
let scanContext: ScanContext;
beforeAll(async () => {
  // Each answer is a line of the log.
  site = await startSite({ LOG_LEVEL: 'debug' });
  await makePerson(site, EMAIL, 'admin');
  await makeBot(site, { id: BOT_ID, owner: EMAIL, plan: 'business' });
  const { key } = await makeKey(site, BOT_ID);
  const { origin } = site;
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  scanContext = {
    ...{ botId: BOT_ID, email: EMAIL, key, csrfToken },
    // What is posted without Origin is refused unread.
    signedIn: { Origin: origin, Cookie: await signInOver(origin, EMAIL) },
    signingIn: { Origin: origin, Cookie: cookies.join('; ') },
  };
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

type Line = { readonly route?: string; readonly method?: string; readonly status?: number };

/** Runs a scanner; what it printed, and what the service answered meanwhile. */
async function scan(program: string, args: readonly string[]) {
  requireProgram(program);
  const from = site.output().length;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  await once(child, 'close');
  const lines = site.output().slice(from).split('\n');
  const answers = lines.filter((line) => line.includes('"status":')).map((line): Line => JSON.parse(line));
  expect(answers.filter(({ status = 0 }) => status >= 500)).toEqual([]);
  return { printed, answers };
}

const fieldsOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

type Finding = { readonly level: number; readonly info: string; readonly path: string };

it.each([
  ['signed out', false],
  ['signed in as an admin', true],
])(
  'wapiti finds nothing of medium or high on the pages, %s',
  { timeout: 600_000 },
  async (who, isSignedIn) => {
    const report = join(folder, `${isSignedIn}.json`);
    const fields = isSignedIn ? fieldsOf(scanContext.signedIn) : [`Origin: ${site.origin}`];
    const headers = fields.flatMap((field) => ['-H', field]);
    const starts = ['/docs', '/login', ...(isSignedIn ? ['/admin/bots', '/admin/users', '/account'] : [])];
    const from = starts.flatMap((path) => ['-s', `${site.origin}${path}`]);
    const time = ['--max-scan-time', String(CRAWL_SECONDS), '--max-attack-time', String(ATTACK_SECONDS)];
    const bounds = [...time, '--max-links-per-page', '50', '-d', '4'];
    const out = ['-f', 'json', '-o', report, '--flush-session', '--no-bugreport', '-v', '1'];
    const { printed, answers } = await scan('wapiti', [
      ...['-u', `${site.origin}/`, ...from, ...headers, ...bounds, ...out],
    ]);
    const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
      vulnerabilities: Record<string, Finding[]>;
    };
    const found = Object.entries(vulnerabilities).flatMap(([kind, findings]) =>
      findings.map(({ level, info, path }) => ({ kind, level, info, path })),
    );
    expect(
      found.filter(({ level }) => level >= MEDIUM),
      printed,
    ).toEqual([]);
    const seen = (route: string) =>
      answers.filter((answer) => answer.route === route && answer.status === 200).length;
    for (const route of isSignedIn ? ['/admin', '/bots', '/account', '/docs'] : ['/login', '/docs']) {
      expect(seen(route), `${route} was not reached:\n${printed}`).toBeGreaterThan(0);
    }
    const posted = answers.filter(({ method }) => method === 'POST').length;
    if (isSignedIn) expect(posted, `no form was sent:\n${printed}`).toBeGreaterThan(0);
    figure(
      'Hostile input',
      `wapiti, ${who}`,
      `0 findings of medium or high, ${found.length} lower; ${answers.length} requests, ${posted} of them POST, ${seen('/admin')} admin pages`,
    );
  },
);

it.each(Object.entries(PLACES))(
  'sqlmap finds nothing to inject into: %s',
  {
    timeout: 600_000,
  },
  async (name, placeOf) => {
    const { path, headers, body, only, parameters } = placeOf(scanContext);
    const args = [
      ...['-u', `${site.origin}${path}`, '--headers', fieldsOf(headers).join('\n')],
      ...(body === undefined ? [] : ['--data', body]),
      ...(only === undefined ? [] : ['-p', only.join()]),
    ];
    const bounds = ['--batch', '--flush-session', '--level', '2', '--risk', '2', '--dbms', 'sqlite'];
    // Nonces make each page another; what a person reads is the same.
    const codes = [
      '--text-only',
      '--ignore-code',
      '*',
      '--ignore-redirects',
      '--output-dir',
      join(folder, 'sqlmap'),
    ];
    // What is tried often is refused before it is looked at.
    const forgetting = setInterval(
      () =>
        void site.ports.directory.write([], ({ signInAttempts }, now) =>
          signInAttempts.deleteBefore(now + 1),
        ),
      100,
    );
    const { printed, answers } = await scan('sqlmap', [...args, ...bounds, ...codes]).finally(() =>
      clearInterval(forgetting),
    );
    expect(printed).not.toMatch(/is vulnerable|identified the following injection/i);
    expect(printed).toContain('all tested parameters do not appear to be injectable');
    for (const parameter of parameters) expect(printed).toContain(`parameter '${parameter}'`);
    expect(answers.length, printed).toBeGreaterThan(REQUESTS_MIN * parameters.length);
    figure(
      'Hostile input',
      `sqlmap at level 2, ${name}`,
      `0 of ${parameters.length} to inject into; ${answers.length} requests`,
    );
  },
);
