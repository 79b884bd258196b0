import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../process/http';
import { reportRequest, usageRequest } from '../process/requests';
import { skewedClock } from '../process/service';
import { figure, size } from './campaign';
import { type Instances, startInstances } from './serve';

const ROUNDS = size(15, 1_000);
const READS_PER_CLIENT = 16;
const CALLS_LEFT = 10;
const LIMIT = 1_500;
const INTERVAL_MS = 60_000;
const TEN_MINUTES_MS = 600_000;

/** Four processes on one database, whose clocks differ by `offsets`, as `-10m`. */
export const racesOf = (title: string, offsets: readonly string[]) =>
  describe(`four processes with ${title}`, () => {
    let instances: Instances;
    let clients: Client[];
    beforeAll(async () => {
      instances = await startInstances(offsets.map((offset) => (offset === '' ? {} : skewedClock(offset))));
      clients = instances.services.map(({ port }) => new Client(port));
    });
    afterAll(async () => {
      for (const client of clients) client.close();
      await instances.stop();
    });

    it('run with the clocks that this suite sets', async () => {
      for (const [i, client] of clients.entries()) {
        const response = await client.send({ path: '/api/health/live' });
        const skewMs = Date.parse(response.header('date') ?? '') - Date.now();
        const wantedMs = TEN_MINUTES_MS * Math.sign(Number.parseInt(offsets[i] || '0', 10));
        expect(Math.abs(skewMs - wantedMs)).toBeLessThan(5_000);
      }
    });

    it(`accept exactly one of simultaneous reports in each of ${ROUNDS} rounds`, {
      timeout: 600_000,
    }, async () => {
      const { operator } = instances;
      const bot = await operator.bot({ plan: 'business' });
      for (let round = 1; round <= ROUNDS; round++) {
        const sent = [...clients, ...clients].map((client) => client.send(reportRequest(bot)));
        const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
        expect(statuses).toEqual([200, 429, 429, 429, 429, 429, 429, 429]);
        await operator.letPass(bot.id, INTERVAL_MS);
      }
      const { used, calls, rejected, reports } = await operator.state(bot.id);
      expect({ used, calls, rejected }).toEqual({ used: ROUNDS, calls: ROUNDS, rejected: 7 * ROUNDS });
      const gapsMs = reports.slice(1).map(({ atMs }, i) => atMs - (reports[i]?.atMs ?? 0));
      expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(INTERVAL_MS);
      figure(
        'Several instances',
        `${ROUNDS} rounds of 8 simultaneous reports of one bot through 4 processes with ${title}`,
        `1 of 8 accepted each time; used ${used}, refused ${rejected}`,
      );
    });

    it('count exactly the remaining calls of simultaneous reads', async () => {
      const { operator } = instances;
      for (let round = 0; round < size(3, 50); round++) {
        const bot = await operator.bot();
        await operator.setUsed(bot.id, LIMIT - CALLS_LEFT);
        const sent = Array.from({ length: READS_PER_CLIENT }, () =>
          clients.map((client) => client.send(usageRequest(bot))),
        );
        for (const response of await Promise.all(sent.flat())) expect(response.status).toBe(200);
        expect(await operator.state(bot.id)).toMatchObject({ used: LIMIT, calls: CALLS_LEFT });
      }
    });

    it.each([
      [0.8 * LIMIT, 'quota.warning'],
      [0.95 * LIMIT, 'quota.critical'],
      [LIMIT, 'quota.exhausted'],
    ])('of 24 simultaneous reads tell the one that makes %i calls once: %s', async (used, type) => {
      const { operator } = instances;
      const bot = await operator.bot();
      await operator.setUsed(bot.id, used - 12);
      const sent = Array.from({ length: 6 }, () => clients.map((client) => client.send(usageRequest(bot))));
      for (const response of await Promise.all(sent.flat())) expect(response.status).toBe(200);
      expect((await operator.state(bot.id)).quotaEvents).toEqual([type]);
    });

    it('return the same times, which are those of the database’s clock', async () => {
      const bot = await instances.operator.bot();
      const responses = await Promise.all(clients.map((client) => client.send(usageRequest(bot))));
      const { registeredAtMs } = await instances.operator.state(bot.id);
      expect(Math.abs(registeredAtMs - Date.now())).toBeLessThan(60_000);
      const resets = responses.map((response) => response.json().data.usage.reset.at);
      expect(new Set(resets).size).toBe(1);
      expect(Date.parse(resets[0])).toBe(registeredAtMs + 30 * 24 * 3_600_000);
    });
  });
