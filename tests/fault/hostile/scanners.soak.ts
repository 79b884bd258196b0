import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IDLE } from '@/lib/contract/form-state';
import { actionIds, signInOver } from '../../support/browser-jar';
import { figure } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { REPORT_PATH, USAGE_PATH } from '../../support/process/requests';
import { requireProgram } from '../../support/programs';
import { makeBot, makeKey, makePerson, type Site, startSite } from '../../support/site';
import { multipart } from './page-requests';

/** A request for sqlmap to attack. */
type ScanTarget = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The parameters to attack; without it, those marked with `*`. Attacking the cookie would end the session. */
  readonly only?: readonly string[];
  /** The attacked parameters, as sqlmap names them. */
  readonly parameters: readonly string[];
};

type ScanContext = {
  readonly botId: string;
  readonly email: string;
  readonly key: string;
  /** The headers of an admin's browser, and of a browser at sign-in. */
  readonly signedIn: Readonly<Record<string, string>>;
  readonly signingIn: Readonly<Record<string, string>>;
  readonly csrfToken: string;
};

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const named = (...only: string[]) => ({ only, parameters: only });

const list =
  (path: string, sort: string) =>
  ({ signedIn }: ScanContext): ScanTarget => ({
    path: `${path}?q=e&sort=${sort}&page=1`,
    headers: signedIn,
    ...named('q', 'sort', 'page'),
  });

/** Every kind of request whose text reaches the database, or would without validation. */
const SCAN_TARGETS: Readonly<Record<string, (context: ScanContext) => ScanTarget>> = {
  'the body of a report': ({ botId, key }) => ({
    path: REPORT_PATH,
    headers: { ...bearer(key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ botId, serverCount: 4, userCount: 273 }),
    only: ['botId', 'serverCount', 'userCount'],
    parameters: ['JSON botId', 'JSON serverCount', 'JSON userCount'],
  }),
  'the key': ({ key }) => ({
    path: USAGE_PATH,
    headers: bearer(`${key}*`),
    parameters: ['Authorization #1*'],
  }),
  'the query of a usage read': ({ botId, key }) => ({
    path: `${USAGE_PATH}?botId=${botId}&from=1`,
    headers: bearer(key),
    ...named('botId', 'from'),
  }),
  'the list of bots': list('/admin/bots', 'name'),
  'the list of users': list('/admin/users', 'name'),
  'the list of keys': list('/admin/keys', 'created'),
  'the audit log': list('/admin/audit', 'time'),
  'the URL of a bot': ({ botId, signedIn }) => ({
    path: `/bots/${botId}*`,
    headers: signedIn,
    parameters: ['#1*'],
  }),
  'the email address of a sign-in': ({ email, csrfToken, signingIn }) => ({
    path: '/api/auth/callback/credentials',
    headers: signingIn,
    body: String(new URLSearchParams({ csrfToken, email, password: 'not this one', json: 'true' })),
    ...named('email'),
  }),
  'the form that creates a bot': ({ botId, email, signedIn }) => ({
    path: '/admin/bots',
    headers: {
      ...signedIn,
      'Next-Action': [...actionIds()].find(([name]) => name.endsWith('#createBotAction'))?.[1] ?? '',
      'Content-Type': 'multipart/form-data; boundary=b',
    },
    body: multipart([
      ['_1_id', `${BigInt(botId) + 1n}*`],
      ['_1_name', 'TestBot*'],
      ['_1_owner', `${email}*`],
      ['_1_plan', 'free*'],
      ['0', JSON.stringify([IDLE, '$K1'])],
    ]),
    parameters: [1, 2, 3, 4].map((n) => `MULTIPART #${n}*`),
  }),
};

/** At full length only: scanners take minutes, and the generated requests try the same. */

const BOT_ID = '1283746529000000123';
const EMAIL = 'owner@example.org';
/** Of the crawl, and of each kind of attack on the pages found. */
const CRAWL_SECONDS = 40;
const ATTACK_SECONDS = 8;
/** Wapiti's levels: 0 is a remark, 1 low, 2 medium, 3 high, 4 critical. */
const MEDIUM = 2;
/** With fewer requests a parameter was not really attacked. */
const REQUESTS_PER_PARAMETER_MIN = 40;

const folder = suiteFolder();
let site: Site;
let scanContext: ScanContext;
beforeAll(async () => {
  // At this level each response is a line of the log.
  site = await startSite({ LOG_LEVEL: 'debug' });
  await makePerson(site, EMAIL, 'admin');
  await makeBot(site, { id: BOT_ID, owner: EMAIL, plan: 'business' });
  const { key } = await makeKey(site, BOT_ID);
  const { origin } = site;
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  scanContext = {
    botId: BOT_ID,
    email: EMAIL,
    key,
    csrfToken,
    // A POST without Origin is refused before its body is read.
    signedIn: { Origin: origin, Cookie: await signInOver(origin, EMAIL) },
    signingIn: { Origin: origin, Cookie: cookies.join('; ') },
  };
});
afterAll(() => site.stop());

type Line = { readonly route?: string; readonly method?: string; readonly status?: number };

/** Runs a scanner; returns its output and the service's responses meanwhile, of which none may be a 5xx. */
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
  const responses = lines.filter((line) => line.includes('"status":')).map((line): Line => JSON.parse(line));
  expect(responses.filter(({ status = 0 }) => status >= 500)).toEqual([]);
  return { printed, responses };
}

const fieldsOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

type Finding = { readonly level: number; readonly info: string; readonly path: string };

it.each([
  ['signed out', false],
  ['signed in as an admin', true],
])('wapiti finds no fault of level medium or higher, %s', { timeout: 600_000 }, async (who, isSignedIn) => {
  const report = join(folder, `${isSignedIn}.json`);
  const fields = isSignedIn ? fieldsOf(scanContext.signedIn) : [`Origin: ${site.origin}`];
  const headers = fields.flatMap((field) => ['-H', field]);
  const starts = ['/docs', '/login', ...(isSignedIn ? ['/admin/bots', '/admin/users', '/account'] : [])];
  const from = starts.flatMap((path) => ['-s', `${site.origin}${path}`]);
  const time = ['--max-scan-time', String(CRAWL_SECONDS), '--max-attack-time', String(ATTACK_SECONDS)];
  const bounds = [...time, '--max-links-per-page', '50', '-d', '4'];
  const out = ['-f', 'json', '-o', report, '--flush-session', '--no-bugreport', '-v', '1'];
  const { printed, responses } = await scan('wapiti', [
    '-u',
    `${site.origin}/`,
    ...from,
    ...headers,
    ...bounds,
    ...out,
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
  const seen = (route: string) => responses.filter((one) => one.route === route && one.status === 200).length;
  for (const route of isSignedIn ? ['/admin', '/bots', '/account', '/docs'] : ['/login', '/docs']) {
    expect(seen(route), `${route} was not reached:\n${printed}`).toBeGreaterThan(0);
  }
  const posted = responses.filter(({ method }) => method === 'POST').length;
  if (isSignedIn) expect(posted, `no form was sent:\n${printed}`).toBeGreaterThan(0);
  figure(
    'Hostile input',
    `wapiti, ${who}`,
    `0 findings of level medium or higher, ${found.length} lower; ${responses.length} requests, ${posted} of them POST, ${seen('/admin')} admin pages`,
  );
});

it.each(Object.entries(SCAN_TARGETS))(
  'sqlmap finds no SQL injection in %s',
  { timeout: 600_000 },
  async (name, targetOf) => {
    const { path, headers, body, only, parameters } = targetOf(scanContext);
    const args = [
      '-u',
      `${site.origin}${path}`,
      '--headers',
      fieldsOf(headers).join('\n'),
      ...(body === undefined ? [] : ['--data', body]),
      ...(only === undefined ? [] : ['-p', only.join()]),
    ];
    const bounds = ['--batch', '--flush-session', '--level', '2', '--risk', '2', '--dbms', 'sqlite'];
    // Nonces differ from page to page, so only the text is compared.
    const codes = ['--text-only', '--ignore-code', '*', '--ignore-redirects'];
    const out = ['--output-dir', join(folder, 'sqlmap')];
    // Otherwise sign-ins would soon be throttled, which needs no SQL.
    const forgetting = setInterval(
      () =>
        void site.ports.directory.write([], ({ signInAttempts }, now) =>
          signInAttempts.deleteBefore(now + 1),
        ),
      100,
    );
    const { printed, responses } = await scan('sqlmap', [...args, ...bounds, ...codes, ...out]).finally(() =>
      clearInterval(forgetting),
    );
    expect(printed).not.toMatch(/is vulnerable|identified the following injection/i);
    expect(printed).toContain('all tested parameters do not appear to be injectable');
    for (const parameter of parameters) expect(printed).toContain(`parameter '${parameter}'`);
    expect(responses.length, printed).toBeGreaterThan(REQUESTS_PER_PARAMETER_MIN * parameters.length);
    figure(
      'Hostile input',
      `sqlmap at level 2, ${name}`,
      `0 of ${parameters.length} parameters injectable; ${responses.length} requests`,
    );
  },
);
