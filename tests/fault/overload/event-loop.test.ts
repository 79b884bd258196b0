import { Agent, request } from 'node:http';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { BrowserJar } from '../../support/browser-jar';
import { figure, size } from '../../support/fault/campaign';
import { exchange } from '../../support/process/raw';
import { bearer, REPORT_PATH, USAGE_PATH } from '../../support/process/site';
import { ADMIN, type Stage, stage, TOPIC } from './stage';

const BOTS = size(5_000, 100_000);
const BLOCK_MAX_MS = 100;
/** A pause of the machine falls into one try, a blocked event loop into each. */
const TRIES = 4;
const FORM = 'application/x-www-form-urlencoded';
const YEAR_MINUTES = 60 * 24 * 365;

/** The longest time that a call over a kept-alive connection takes while `work` is done. */
async function longestGapMs(port: number, work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const probe = () =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      const asked = request({ host: '127.0.0.1', port, agent, path: '/api/health/live' }, (answer) => {
        answer.resume().once('end', () => resolve(performance.now() - startedAt));
      });
      asked.once('error', reject).end();
    });
  await probe();
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) longest = Math.max(longest, await probe());
  await done;
  agent.destroy();
  return longest;
}

/** The bytes of a request that asks to close its connection; a body's length is told. */
const bytes = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...(method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** Reports of a year, one a minute, as if they had been made. */
function fillYear(databaseFile: string, botId: string): void {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  const insert = database.prepare(
    `WITH RECURSIVE minute (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM minute WHERE i < ?)
     INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
     SELECT ?, ? - i * 60000, i, i % 100, i % 1000, 1 FROM minute`,
  );
  insert.run(YEAR_MINUTES, botId, Date.now());
  database.close();
}

/** What was tried often is refused before it is looked at. */
function forgetSignIns(databaseFile: string): void {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  database.exec('DELETE FROM sign_in_attempts');
  database.close();
}

async function worstRequests({ bots, service, databaseFile }: Stage): Promise<Record<string, string>> {
  const [bot] = bots;
  if (bot === undefined) throw new Error('There is no bot.');
  fillYear(databaseFile, bot.id);
  const browser = new BrowserJar(`http://127.0.0.1:${service.port}`);
  await browser.signIn(ADMIN.email, ADMIN.password);
  const { csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string };
  const cookie = { Cookie: browser.cookie };
  const json = { ...bearer(bot), 'Content-Type': 'application/json' };
  const deep = `{"botId":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
  const manyHeaders = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, '1']));
  const signIn = (fields: string) =>
    bytes(
      'POST',
      '/api/auth/callback/credentials',
      { ...cookie, Origin: 'http://localhost', 'Content-Type': FORM },
      `csrfToken=${csrfToken}&json=true&${fields}`,
    );
  // What takes time that grows with the square of their number, as many as a body holds.
  const marks = '\u0301\u0323'.repeat(16_000);
  const ideographs = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
  return {
    'JSON nested 8 000 deep': bytes('POST', REPORT_PATH, json, deep),
    '16 KiB of [': bytes('POST', REPORT_PATH, json, '['.repeat(16_384)),
    '16 KiB of names': bytes('POST', REPORT_PATH, json, `{${'"a":1,'.repeat(2_600)}"b":2}`),
    'a body of 10 MB': bytes('POST', REPORT_PATH, json, 'x'.repeat(10_000_000)),
    '900 headers': bytes('GET', USAGE_PATH, { ...manyHeaders, ...bearer(bot) }),
    'a path of 15 kB': bytes('GET', `/${'../%2e/'.repeat(2_100)}`),
    'a query of 15 kB': bytes('GET', `/login?callbackUrl=${'%2F'.repeat(5_000)}`),
    'the OpenAPI document': bytes('GET', '/api/openapi.json'),
    'the documentation': bytes('GET', '/docs'),
    'a sign-in': signIn('email=a%40b.example&password=wrong'),
    'a password of 64 kB': signIn(`email=a%40b.example&password=${marks}`),
    'an e-mail address of 64 kB': signIn(`email=${marks}&password=wrong`),
    'a way back of 64 kB': signIn(`email=a%40b.example&password=wrong&callbackUrl=//${ideographs}`),
    'search among all bots': bytes('GET', '/admin/bots?q=tes', cookie),
    'the last page of all bots': bytes('GET', `/admin/bots?page=${Math.floor(BOTS / 50)}`, cookie),
    'the page of a bot with a year': bytes('GET', `/bots/${bot.id}?range=all`, cookie),
  };
}

it(`no single request blocks the event loop for ${BLOCK_MAX_MS} ms`, { timeout: 600_000 }, async () => {
  const on = await stage();
  await on.operator.bots(BOTS, 'free');
  const { port } = on.service;
  const requests = await worstRequests(on);
  const gaps: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  for (const [name, raw] of Object.entries(requests)) {
    const send = () => {
      forgetSignIns(on.databaseFile);
      return exchange(port, raw);
    };
    // Compiling comes once in the life of a process.
    for (let i = 0; i < 5; i++) statuses[name] = (await send()).status;
    const tries: number[] = [];
    for (let i = 0; i < TRIES; i++) tries.push(await longestGapMs(port, send));
    gaps[name] = Math.round(Math.min(...tries));
  }
  // Each came to what it is about.
  expect(statuses).toMatchObject({
    'JSON nested 8 000 deep': 400,
    '16 KiB of names': 400,
    'a body of 10 MB': 413,
    '900 headers': 200,
    'the documentation': 200,
    'a sign-in': 401,
    'a password of 64 kB': 401,
    'an e-mail address of 64 kB': 401,
    'a way back of 64 kB': 401,
    'search among all bots': 200,
    'the last page of all bots': 200,
    'the page of a bot with a year': 200,
  });
  expect(Object.entries(gaps).filter(([, gapMs]) => gapMs >= BLOCK_MAX_MS)).toEqual([]);
  const say = Object.entries(gaps).map(([name, gapMs]) => `${name} ${gapMs} ms`);
  figure(TOPIC, `event loop with ${BOTS} bots, held up by one request at most`, say.join('; '));
});
