import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { startTcpProxy, type TcpProxy } from '../../support/fault/tcp-proxy';
import { startPostgres } from '../../support/postgres.mjs';
import { Client } from '../../support/process/http';
import { expectInvariants } from '../../support/process/invariants';
import { Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { USAGE_PATH } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

const ANSWERED_WITHIN_MS = 5_000;
const BACK_WITHIN_MS = 2_000;
const BEFORE_AND_AFTER_MS = size(1_000, 3_000);
const OUT_MS = size(2_500, 10_000);
const POOL_MAX = 10;
const CONNECTIONS = 24;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let proxy: TcpProxy;
let service: Service;

beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startTcpProxy(Number(new URL(postgres.url).port));
  const databaseUrl = Object.assign(new URL(postgres.url), { port: String(proxy.port) }).href;
  service = await startService({ databaseUrl, env: { DATABASE_POOL_MAX: String(POOL_MAX) } });
  await createOwner(postgres.url);
});
afterAll(async () => {
  await stopService(service);
  await proxy.stop();
  await postgres.stop();
});

const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** For as long as the database is away, and until it takes connections again. */
const OUTAGES: readonly (readonly [name: string, outage: () => Promise<void>])[] = [
  ['restarted fast', () => restart('SIGINT', 0)],
  ['restarted immediately, with crash recovery', () => restart('SIGQUIT', 0)],
  ['killed and started again', () => restart('SIGKILL', 0)],
  ['out for a while', () => restart('SIGINT', OUT_MS)],
  ['losing one connection', () => terminate('LIMIT 1')],
  ['losing every connection', () => terminate('')],
  [
    'behind a proxy that is cut',
    async () => {
      proxy.reset();
      await passing(OUT_MS);
      proxy.restore();
    },
  ],
  [
    'behind a proxy that hangs, and then brings what it held',
    async () => {
      proxy.stall();
      await passing(OUT_MS + 2_000);
      proxy.restore();
    },
  ],
  [
    'behind a proxy that swallows everything and tells no one',
    async () => {
      proxy.blackhole();
      await passing(OUT_MS + 2_000);
      proxy.restore();
    },
  ],
];

async function restart(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', outMs: number): Promise<void> {
  await postgres.halt(signal);
  await passing(outMs);
  await postgres.resume();
}

async function terminate(limit: string): Promise<void> {
  await asAdmin(
    `SELECT pg_terminate_backend(pid)
     FROM (SELECT pid FROM pg_stat_activity WHERE application_name = 'botmeter' ${limit}) AS chosen`,
  );
}

/** The rows of a query over a connection of its own. */
async function asAdmin(sql: string) {
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  try {
    return (await admin.query(sql)).rows;
  } finally {
    await admin.end();
  }
}

it.each(OUTAGES)(
  'PostgreSQL %s: nothing lost, nothing doubled, only 503, and soon back',
  {
    timeout: 120_000,
  },
  async (name, outage) => {
    let operator = new Operator(postgres.url);
    const bots = await operator.bots(size(2_000, 6_000), 'business');
    const [probed] = await operator.bots(1, 'business');
    if (probed === undefined) throw new Error('There is no bot.');
    // Its own connections must not be what is cut.
    await operator.close();

    const load = new Load(bots, { isStorageFailing: true, pauseMs: 15 });
    const running = load.run(service.port, CONNECTIONS);
    await passing(BEFORE_AND_AFTER_MS);
    const before = load.acknowledgedReports;
    expect(before).toBeGreaterThan(0);
    await outage();

    const returnedAt = performance.now();
    const client = new Client(service.port);
    const headers = { Authorization: `Bearer ${probed.key}` };
    let status = 0;
    while (status !== 200 && performance.now() - returnedAt < ANSWERED_WITHIN_MS) {
      status = (await client.send({ path: USAGE_PATH, headers })).status;
      expect([200, 503]).toContain(status);
    }
    const backAfterMs = performance.now() - returnedAt;
    client.close();
    expect(backAfterMs).toBeLessThan(BACK_WITHIN_MS);

    await passing(BEFORE_AND_AFTER_MS);
    load.stop();
    await running;
    operator = new Operator(postgres.url);
    expect(load.acknowledgedReports).toBeGreaterThan(before);
    expect(load.slowestResponseMs).toBeLessThan(ANSWERED_WITHIN_MS);
    await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
    await operator.close();

    // The process that was there from the start, with no more connections than it may have.
    expect(service.output()).not.toMatch(/unhandled|uncaught/i);
    process.kill(service.pid, 0);
    const [connections] = await asAdmin(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'botmeter'",
    );
    expect(connections.count).toBeLessThanOrEqual(POOL_MAX);
    figure(
      'PostgreSQL faults',
      name,
      `${load.sent} calls, ${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} answered 503, slowest after ${load.slowestResponseMs.toFixed(0)} ms; back after ${backAfterMs.toFixed(0)} ms`,
    );
  },
);
