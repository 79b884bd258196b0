import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { requireProgram } from '../../support/required-program';
import { makeBot, makeKey, makePerson, type Site, signInOver, startSite } from '../../support/site';

/** In full length only: scanners take minutes, and know nothing that the generated requests do not try. */

const BOT_ID = '1283746529000000123';
const SCAN_SECONDS = 150;
/** As wapiti counts: 0 is a remark, 1 low, 2 medium, 3 high, 4 critical. */
const MEDIUM = 2;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-scanners-'));
let site: Site;
let cookie: string;
let key: string;
beforeAll(async () => {
  site = await startSite();
  await makePerson(site, 'owner@example.org', 'admin');
  await makeBot(site, { id: BOT_ID, owner: 'owner@example.org', plan: 'business' });
  key = (await makeKey(site, BOT_ID)).key;
  cookie = await signInOver(site.origin, 'owner@example.org');
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

type Finding = { readonly level: number; readonly info: string; readonly path: string };

it.each([
  ['signed out', false],
  ['signed in as an admin', true],
])('wapiti finds nothing of medium or high on the pages, %s', { timeout: 600_000 }, (who, isSignedIn) => {
  requireProgram('wapiti');
  const report = join(folder, `${isSignedIn}.json`);
  const session = isSignedIn ? ['-H', `Cookie: ${cookie}`] : [];
  const bounds = ['--max-scan-time', String(SCAN_SECONDS), '--max-links-per-page', '50', '-d', '4'];
  const out = ['-f', 'json', '-o', report, '--flush-session', '--no-bugreport', '-v', '0'];
  const { stderr } = spawnSync('wapiti', ['-u', `${site.origin}/`, ...session, ...bounds, ...out], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  const { vulnerabilities, infos } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, Finding[]>;
    infos: { crawled_pages_nbr?: number };
  };
  const found = Object.entries(vulnerabilities).flatMap(([kind, findings]) =>
    findings.map(({ level, info, path }) => ({ kind, level, info, path })),
  );
  expect(
    found.filter(({ level }) => level >= MEDIUM),
    stderr,
  ).toEqual([]);
  const crawled = infos.crawled_pages_nbr ?? 0;
  figure(
    'Hostile input',
    `wapiti, ${who}`,
    `0 findings of medium or high, ${found.length} lower; ${crawled} pages`,
  );
});

it('sqlmap finds no parameter that it can inject into', { timeout: 1_200_000 }, () => {
  requireProgram('sqlmap');
  const json = ['--headers', `Authorization: Bearer ${key}\nContent-Type: application/json`];
  const body = JSON.stringify({ botId: `${BOT_ID}*`, serverCount: 4, userCount: 273 });
  const session = ['--headers', `Cookie: ${cookie}`];
  const targets: (readonly [name: string, ...args: string[]])[] = [
    ['the body of a report', '-u', `${site.origin}/api/v1/bots/stats`, '--data', body, ...json],
    ['the key', '-u', `${site.origin}/api/v1/usage`, '--headers', 'Authorization: Bearer *'],
    ['the search of admins', '-u', `${site.origin}/admin/bots?search=x&sort=name&page=1`, ...session],
    ['a bot’s address', '-u', `${site.origin}/bots/${BOT_ID}*`, ...session],
  ];
  for (const [name, ...args] of targets) {
    const bounds = ['--batch', '--flush-session', '--level', '1', '--risk', '1', '--threads', '4', '--smart'];
    const codes = ['--ignore-code', '401,403,404,429,400,307', '--output-dir', join(folder, 'sqlmap')];
    const { stdout } = spawnSync('sqlmap', [...args, ...bounds, ...codes], {
      encoding: 'utf8',
      timeout: SCAN_SECONDS * 1_000,
      env: { ...process.env, HOME: folder },
    });
    expect(stdout, name).toMatch(/testing|heuristic|does not appear/);
    expect(stdout, name).not.toMatch(/is vulnerable|identified the following injection/i);
  }
  figure(
    'Hostile input',
    'sqlmap on API and pages',
    `0 parameters to inject into at ${targets.length} places`,
  );
});
