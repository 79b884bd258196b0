import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '@/lib/contract/paths';
import { signInOver } from '../../support/browser-jar';
import { figure } from '../../support/fault/campaign';
import { type Served, serve, suitePostgres } from '../../support/fault/serve';
import { proxied, startTcpProxy, type TcpProxy } from '../../support/fault/tcp-proxy';
import type { HttpRequest } from '../../support/process/http';
import { OWNER, type TestBot } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';

const CALLS = 100;
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
    const seen: number[] = [];
    for (const bot of others) {
      const before = proxy.roundTrips();
      expect((await on.client.send(requestFor(bot))).status).toBe(200);
      seen.push(proxy.roundTrips() - before);
    }
    return seen;
  };
  const reports = await roundTripsOf((bot) => reportRequest(bot));
  const reads = await roundTripsOf(usageRequest);
  for (const seen of [reports, reads]) {
    expect(Math.min(...seen)).toBe(2);
    // Jobs use the database too, beside some of the calls.
    expect(seen.filter((roundTrips) => roundTrips === 2).length).toBeGreaterThan(0.75 * CALLS);
  }
  const sumOf = (seen: readonly number[]) => seen.reduce((sum, roundTrips) => sum + roundTrips, 0);
  figure(
    'PostgreSQL',
    `round trips of ${CALLS} reports and of ${CALLS} usage reads`,
    `${sumOf(reports)} and ${sumOf(reads)}`,
  );
});

/** The most round trips of each page of a bot, with a report and history; COMMIT of a read, for which nobody waits, is one. */
// With one for marks and planned silences, and one for the bots with which the reader has a role, whose notifications count too; the
// overview with one for the report that its change counts from, the settings with the bot's people and open invitations.
const PAGES = { page: 14, activity: 12, analytics: 20, alerts: 9, keys: 14, settings: 11 } as const;

it('each page of a bot costs a fixed number of round trips', async () => {
  const [bot] = await on.operator.bots(1, 'business');
  if (bot === undefined) throw new Error('No bot was registered.');
  await on.client.send(reportRequest(bot));
  const origin = `http://localhost:${on.service.port}`;
  const cookie = await signInOver(origin, OWNER.email, OWNER.password);
  const seen: Partial<Record<keyof typeof PAGES, number>> = {};
  for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
    const open = async () => {
      const before = proxy.roundTrips();
      const response = await fetch(origin + paths.bot(bot.id)[name], { headers: { cookie } });
      expect(response.status).toBe(200);
      await response.text();
      return proxy.roundTrips() - before;
    };
    // The first ones compile the page; jobs use the database too, beside some of the others.
    await open();
    const all = [];
    for (let i = 0; i < 15; i++) all.push(await open());
    seen[name] = Math.min(...all);
  }
  figure('PostgreSQL', 'round trips of the pages of a bot', JSON.stringify(seen));
  for (const [name, most] of Object.entries(PAGES))
    expect(seen[name as keyof typeof PAGES], name).toBeLessThanOrEqual(most);
});

it(`${CONCURRENT} simultaneous calls are all served over a small connection pool`, async () => {
  const bots = await on.operator.bots(CONCURRENT, 'free');
  const responses = await Promise.all(bots.map((bot) => on.client.send(usageRequest(bot))));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});
