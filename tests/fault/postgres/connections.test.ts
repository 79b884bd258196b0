import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { startTcpProxy, type TcpProxy } from '../../support/fault/tcp-proxy';
import { startPostgres } from '../../support/postgres.mjs';
import { Client } from '../../support/process/http';
import { createOwner, Operator } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

const CALLS = 100;
const AT_ONCE = 1_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let proxy: TcpProxy;
let service: Service;
let operator: Operator;
let client: Client;

beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startTcpProxy(Number(new URL(postgres.url).port));
  const databaseUrl = Object.assign(new URL(postgres.url), { port: String(proxy.port) }).href;
  service = await startService({ databaseUrl });
  await createOwner(postgres.url);
  operator = new Operator(postgres.url);
  client = new Client(service.port);
});
afterAll(async () => {
  client.close();
  await operator.close();
  await stopService(service);
  await proxy.stop();
  await postgres.stop();
});

it('a report and a usage read cost two round trips each', async () => {
  const bots = await operator.bots(CALLS + 1, 'business');
  const counted = async (send: (bot: (typeof bots)[number]) => Promise<{ status: number }>) => {
    const [first, ...others] = bots;
    // The first call may connect.
    if (first !== undefined) await send(first);
    const before = proxy.roundTrips();
    for (const bot of others) expect((await send(bot)).status).toBe(200);
    return proxy.roundTrips() - before;
  };
  const reports = await counted((bot) => client.send(reportRequest(bot)));
  const reads = await counted((bot) => client.send(usageRequest(bot)));
  // Now and then the last uses of keys are written, many at once.
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

it(`${AT_ONCE} calls at once are all served, though connections are few`, async () => {
  const bots = await operator.bots(AT_ONCE, 'free');
  const answers = await Promise.all(bots.map((bot) => client.send(usageRequest(bot))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
