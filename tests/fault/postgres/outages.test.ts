import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { type Served, serve, suitePostgres } from '../../support/fault/serve';
import { proxied, startTcpProxy, type TcpProxy } from '../../support/fault/tcp-proxy';
import { queryPostgres } from '../../support/process/database-url';
import { expectInvariants, Load } from '../../support/process/load';
import { Operator } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';

const RESPONSE_MAX_MS = 5_000;
/** On a machine without other load it takes 2 s at most. */
const BACK_WITHIN_MS = size(5_000, 2_000);
const BEFORE_AND_AFTER_MS = size(300, 3_000);
const OUTAGE_MS = size(2_500, 10_000);
const POOL_MAX = 10;
const CONNECTIONS = 24;

const postgres = suitePostgres();
let proxy: TcpProxy;
let on: Served;

beforeAll(async () => {
  const { url } = postgres();
  proxy = await startTcpProxy(Number(new URL(url).port));
  on = await serve(url, { serverUrl: proxied(url, proxy), env: { DATABASE_POOL_MAX: String(POOL_MAX) } });
  // Outages must not affect the operator: each test opens its own.
  await on.operator.close();
});
afterAll(async () => {
  on.client.close();
  on.service.kill('SIGTERM');
  await on.service.ended;
  await proxy.stop();
});

async function restart(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', outageMs = 0): Promise<void> {
  await postgres().halt(signal);
  await setTimeout(outageMs);
  await postgres().resume();
}

async function proxyFault(fault: 'reset' | 'stall' | 'blackhole', outageMs: number): Promise<void> {
  proxy[fault]();
  await setTimeout(outageMs);
  proxy.restore();
}

const terminate = (limit: string) =>
  queryPostgres(
    postgres().url,
    `SELECT pg_terminate_backend(pid)
     FROM (SELECT pid FROM pg_stat_activity WHERE application_name = 'botmeter' ${limit}) AS chosen`,
  );

/** Each resolves when the database accepts connections again. */
const OUTAGES: readonly (readonly [name: string, outage: () => Promise<unknown>])[] = [
  ['restarted fast', () => restart('SIGINT')],
  ['restarted immediately, with crash recovery', () => restart('SIGQUIT')],
  ['killed and started again', () => restart('SIGKILL')],
  ['stopped for a while', () => restart('SIGINT', OUTAGE_MS)],
  ['losing one connection', () => terminate('LIMIT 1')],
  ['losing every connection', () => terminate('')],
  ['behind a proxy that resets its connections', () => proxyFault('reset', OUTAGE_MS)],
  ['behind a proxy that stalls, and then delivers its buffers', () => proxyFault('stall', OUTAGE_MS + 2_000)],
  ['behind a proxy that drops everything silently', () => proxyFault('blackhole', OUTAGE_MS + 2_000)],
];

it.each(OUTAGES)(
  'PostgreSQL %s: no report lost or doubled, only 503, soon available again',
  async (name, outage) => {
    const { service, client } = on;
    let operator = new Operator(postgres().url);
    const bots = await operator.bots(size(2_000, 6_000), 'business');
    const probed = await operator.bot({ plan: 'business' });
    await operator.close();

    const load = new Load(bots, { isStorageFailing: true, pauseMs: 15 });
    const running = load.run(service.port, CONNECTIONS);
    const reportsAgain = async () => {
      const before = load.acknowledgedReports;
      await setTimeout(BEFORE_AND_AFTER_MS);
      await expect.poll(() => load.acknowledgedReports).toBeGreaterThan(before);
    };
    await reportsAgain();
    await outage();

    const returnedAt = performance.now();
    let status = 0;
    while (status !== 200 && performance.now() - returnedAt < RESPONSE_MAX_MS) {
      ({ status } = await client.send(usageRequest(probed)));
      expect([200, 503]).toContain(status);
    }
    const backAfterMs = performance.now() - returnedAt;
    expect(backAfterMs).toBeLessThan(BACK_WITHIN_MS);

    await reportsAgain();
    load.stop();
    await running;
    operator = new Operator(postgres().url);
    expect(load.slowestResponseMs).toBeLessThan(RESPONSE_MAX_MS);
    await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
    await operator.close();

    // Still the first process, with no more connections than its pool allows.
    expect(service.output()).not.toMatch(/unhandled|uncaught/i);
    process.kill(service.pid, 0);
    const [connections] = await queryPostgres(
      postgres().url,
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'botmeter'",
    );
    expect(connections.count).toBeLessThanOrEqual(POOL_MAX);
    figure(
      'PostgreSQL faults',
      name,
      `${load.sent} calls, ${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} got 503, slowest response ${load.slowestResponseMs.toFixed(0)} ms; available after ${backAfterMs.toFixed(0)} ms`,
    );
  },
);
