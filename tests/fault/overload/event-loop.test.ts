import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { actionRequest, actionText, BrowserJar, SIGN_IN } from '../../support/browser-jar';
import { figure, size } from '../../support/fault/campaign';
import { exchange } from '../../support/process/http';
import { bearer, REPORT_PATH, reportRequest, USAGE_PATH } from '../../support/process/requests';
import {
  ADMIN,
  lasting,
  METRICS_TOKEN,
  type ServiceWithBots,
  startServiceWithBots,
  TOPIC,
} from './service-with-bots';

const BOTS = size(5_000, 100_000);
const BLOCK_MAX_MS = 100;
/** A pause of the machine affects one try, a request that blocks the event loop affects each. */
const TRIES = 4;
/** For requests that take seconds to prepare. */
const TRIES_PREPARED = size(1, 4);
const WARM_UPS = 5;
const YEAR_MINUTES = 60 * 24 * 365;
/** The longest time that a call over a kept-alive connection takes while `work` is done. */
async function longestGapMs(port: number, work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const probe = () =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      const sent = request({ host: '127.0.0.1', port, agent, path: '/api/health/live' }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - startedAt));
      });
      sent.once('error', reject).end();
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

/** The bytes of a request with `Connection: close`. */
const bytes = (
  method: string,
  path: string,
  { host = 'localhost', ...headers }: Record<string, string> = {},
  body = '',
) =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...(method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** Runs SQL directly on the server's database. */
function inDatabase(databaseFile: string, sql: string, ...values: unknown[]): void {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  database.prepare(sql).run(...values);
  database.close();
}

/** Inserts reports of a year, one per minute. */
const fillYear = (databaseFile: string, botId: string) =>
  inDatabase(
    databaseFile,
    `WITH RECURSIVE minute (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM minute WHERE i < ?)
     INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
     SELECT ?, ? - i * 60000, i, i % 100, i % 1000, 1 FROM minute`,
    YEAR_MINUTES,
    botId,
    Date.now(),
  );

/** Inserts as many users and audit entries as there are bots, and gives each bot a name and a month of counters. */
function fillLists({ databaseFile }: ServiceWithBots): void {
  const each = `WITH RECURSIVE each (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM each WHERE i < ${BOTS})`;
  const counters = Array.from({ length: 31 }, (_, i) => `${20_000 + i}:1440:0`).join();
  for (const sql of [
    `${each} INSERT INTO users (id, email, name, role, created_at_ms)
     SELECT 'id-' || i, 'person' || i || '@example.org', 'Person ' || i % 999, 'owner', i % 7777 FROM each`,
    `${each} INSERT INTO audit_log (at_ms, actor, action, subject) SELECT i, 'id-' || i, 'bot.create', i FROM each`,
    `UPDATE bots SET name = 'TestBot ' || substr(id, -4) % 4999, day_counts = '${counters}'`,
  ]) {
    inDatabase(databaseFile, sql);
  }
}

/** `prepare` runs before each measured request. `statuses` are the expected ones; 0 means that the response was lost. */
type Probe = {
  readonly send: () => Promise<number>;
  readonly statuses: readonly number[];
  readonly prepare?: () => void;
};

/** Deletes another bot with each request; a measured one has a year of reports. */
function deletions({ bots, databaseFile, service }: ServiceWithBots, browser: BrowserJar): Probe {
  const action = 'lib/actions/bots.ts#deleteBotAction';
  const origin = `http://127.0.0.1:${service.port}`;
  let next = 1;
  return {
    prepare: () => fillYear(databaseFile, bots[next]?.id ?? ''),
    statuses: [200],
    async send() {
      const fields = { id: bots[next++]?.id ?? '' };
      const response = await browser.fetch('/admin/bots', actionRequest(action, fields, { origin }));
      expect(await response.text()).toContain('are deleted');
      return response.status;
    },
  };
}

async function worstRequests(on: ServiceWithBots): Promise<Record<string, Probe>> {
  const { bots, service, databaseFile } = on;
  const [bot] = bots;
  if (bot === undefined) throw new Error('There is no bot.');
  fillYear(databaseFile, bot.id);
  const browser = new BrowserJar(`http://127.0.0.1:${service.port}`);
  await browser.signIn(ADMIN.email, ADMIN.password);
  const clientUrl = (await browser.fetch('/client.tgz')).headers.get('location') ?? '';
  // The name of a session's cookie has the port of the address.
  const cookie = { Cookie: browser.cookie, host: `127.0.0.1:${service.port}` };

  const probe = (text: string, ...statuses: number[]): Probe => ({
    statuses,
    async send() {
      // Otherwise sign-ins would soon be throttled.
      inDatabase(databaseFile, 'DELETE FROM sign_in_attempts');
      return (await exchange(service.port, text)).status;
    },
  });
  const get = (path: string, headers = {}) => probe(bytes('GET', path, headers), 200);
  const asAdmin = (path: string) => get(path, cookie);
  const report = (body: string, ...statuses: number[]) =>
    probe(bytes('POST', REPORT_PATH, reportRequest(bot).headers, body), ...statuses);
  const signIn = (fields: Record<string, string>) => {
    const [action, page] = SIGN_IN;
    const origin = { Origin: `http://127.0.0.1:${service.port}` };
    const { headers, body } = actionText(
      action,
      { email: 'a@b.example', password: 'wrong', ...fields },
      origin,
    );
    return probe(bytes('POST', page, { ...cookie, ...headers }, body), 200);
  };
  const manyHeaders = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, '1']));
  const lastPage = Math.floor(BOTS / 50);
  // Normalizing these takes time quadratic in their number; a body holds this many.
  const marks = '\u0301\u0323'.repeat(16_000);
  const ideographs = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
  return {
    'JSON nested 8 000 deep': report(`{"botId":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 400),
    '16 KiB of [': report('['.repeat(16_384), 400),
    '16 KiB of names': report(`{${'"a":1,'.repeat(2_600)}"b":2}`, 400),
    // The server resets the connection while the client keeps sending, and the response may be lost.
    'a body of 10 MB': report('x'.repeat(10_000_000), 413, 0),
    '900 headers': get(USAGE_PATH, { ...manyHeaders, ...bearer(bot) }),
    'a path of 15 kB': get(`/${'../%2e/'.repeat(2_100)}`, { Accept: 'text/html' }),
    'a query of 15 kB': get(`/login?callbackUrl=${'%2F'.repeat(5_000)}`),
    'the OpenAPI document': get('/api/openapi.json'),
    'the documentation': get('/docs'),
    'a sign-in': signIn({}),
    'a password of 64 kB': signIn({ password: marks }),
    'an email address of 64 kB': signIn({ email: marks }),
    'a callback URL of 64 kB': signIn({ callbackUrl: `//${ideographs}` }),
    'search among all bots': asAdmin('/admin/bots?q=tes'),
    'search among all keys without a match': asAdmin(`/admin/keys?q=${'z'.repeat(64)}`),
    'the last page of all bots': asAdmin(`/admin/bots?sort=plan&dir=desc&page=${lastPage}`),
    'the last page of all users': asAdmin(`/admin/users?sort=created&dir=desc&page=${lastPage}`),
    'the last page of all keys': asAdmin(`/admin/keys?sort=bot&dir=desc&page=${lastPage}`),
    'the last page of the audit log': asAdmin(`/admin/audit?dir=asc&page=${lastPage}`),
    'the client library': get(new URL(clientUrl, 'http://localhost').pathname),
    'the metrics': get('/api/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` }),
    'the page of a bot with a year': asAdmin(`/bots/${bot.id}?range=all`),
    'the deletion of a bot with a year': deletions(on, browser),
  };
}

/** The try with the smallest difference between the longest delay during a request and in the same time without it. */
async function delays(port: number, { send, prepare }: Probe) {
  // The code is compiled before anything is measured.
  let status = 0;
  for (let i = 0; i < WARM_UPS; i++) status = await send();
  let best = { duringMs: Infinity, withoutMs: 0 };
  for (let i = 0; i < (prepare === undefined ? TRIES : TRIES_PREPARED); i++) {
    prepare?.();
    const startedAt = performance.now();
    const duringMs = await longestGapMs(port, send);
    const withoutMs = await longestGapMs(port, lasting(performance.now() - startedAt));
    if (duringMs - withoutMs < best.duringMs - best.withoutMs) best = { duringMs, withoutMs };
  }
  return { status, duringMs: Math.round(best.duringMs), withoutMs: Math.round(best.withoutMs) };
}

it(`no single request blocks the event loop for ${BLOCK_MAX_MS} ms`, { timeout: 600_000 }, async () => {
  const on = await startServiceWithBots();
  await on.operator.bots(BOTS, 'free');
  fillLists(on);
  const figures: string[] = [];
  const blocking: string[] = [];
  for (const [name, probe] of Object.entries(await worstRequests(on))) {
    const { status, duringMs, withoutMs } = await delays(on.service.port, probe);
    // The request took the intended path through the service.
    expect(probe.statuses, name).toContain(status);
    figures.push(`${name} ${duringMs} ms (${withoutMs})`);
    if (duringMs - withoutMs >= BLOCK_MAX_MS) blocking.push(figures.at(-1) ?? name);
  }
  expect(blocking).toEqual([]);
  figure(
    TOPIC,
    `event loop with ${BOTS} bots, longest delay by a single request`,
    `${figures.join('; ')}; in brackets the longest delay in the same time without the request`,
  );
});
