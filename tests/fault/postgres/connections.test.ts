import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { type Served, serve, suitePostgres } from '../../support/fault/serve';
import { proxied, startTcpProxy, type TcpProxy } from '../../support/fault/tcp-proxy';
import type { HttpRequest } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';

const CALLS = 100;
const ROUNDS = 5;
const CONCURRENT = 1_000;

const postgres = suitePostgres();
let proxy: TcpProxy;
let on: Served;
beforeAll(async () => {
  const { url } = postgres();
  proxy = await startTcpProxy(Number(new URL(url).port));
  on = await serve(url, { serverUrl: proxied(url, proxy) });
});
afterAll(async () => {
  await on.stop();
  await proxy.stop();
});

it('a report and a usage read cost two round trips each', async () => {
  const roundTripsOf = async (requestFor: (bot: TestBot) => HttpRequest) => {
    const [first, ...others] = await on.operator.bots(CALLS + 1, 'business');
    // The first call may open a connection.
    if (first !== undefined) await on.client.send(requestFor(first));
    const before = proxy.roundTrips();
    for (const bot of others) expect((await on.client.send(requestFor(bot))).status).toBe(200);
    return proxy.roundTrips() - before;
  };
  // Jobs use the database too: the round with the fewest round trips is the one with the fewest jobs in it.
  const fewestOf = async (requestFor: (bot: TestBot) => HttpRequest) => {
    const seen: number[] = [];
    for (let round = 0; round < ROUNDS; round++) seen.push(await roundTripsOf(requestFor));
    return Math.min(...seen);
  };
  const reports = await fewestOf((bot) => reportRequest(bot));
  const reads = await fewestOf(usageRequest);
  // The last uses of keys are written in batches meanwhile.
  for (const roundTrips of [reports, reads]) {
    expect(roundTrips).toBeGreaterThanOrEqual(2 * CALLS);
    expect(roundTrips).toBeLessThanOrEqual(2 * CALLS + 2);
  }
  figure(
    'PostgreSQL',
    `round trips of ${CALLS} reports and of ${CALLS} usage reads`,
    `${reports} and ${reads}`,
  );
});

it(`${CONCURRENT} simultaneous calls are all served over a small connection pool`, async () => {
  const bots = await on.operator.bots(CONCURRENT, 'free');
  const responses = await Promise.all(bots.map((bot) => on.client.send(usageRequest(bot))));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});
