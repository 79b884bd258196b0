import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed, rateLimitOf } from '../../support/process/envelope';
import { botRequest } from '../../support/process/requests';

const iso = (ms: number) => new Date(ms).toISOString();
const HOUR = 3_600_000;

onEveryServer((api) => {
  const { operator } = api;

  it.each(PLAN_NAMES)(
    'is a new bot on the %s plan, and the same bot after its first report',
    async (plan) => {
      const bot = await operator.bot({ plan, name: 'Ünïcode 🤖' });
      const { displayName, intervalMinutes } = PLANS[plan];
      const data = {
        id: bot.id,
        name: bot.name,
        state: 'new',
        tier: { name: plan, displayName, updateIntervalMinutes: intervalMinutes },
        stats: { servers: null, users: null, shards: null, lastStatsUpdate: null },
        registeredAt: iso((await operator.state(bot.id)).registeredAtMs),
        pausedUntil: null,
      };
      const first = await api.send(botRequest(bot));
      expectServed(first, { success: true, data });
      expect(rateLimitOf(first).quota.r).toBe(PLANS[plan].callsPerCycle - 1);

      const counts = { serverCount: 4, userCount: 273, shardCount: 2 };
      expect((await api.report(bot, { json: { botId: bot.id, ...counts } })).status).toBe(200);
      const lastStatsUpdate = iso((await operator.state(bot.id)).lastReportAtMs ?? 0);
      expectServed(await api.send(botRequest(bot)), {
        success: true,
        data: { ...data, state: 'healthy', stats: { servers: 4, users: 273, shards: 2, lastStatsUpdate } },
      });
      expect(await operator.state(bot.id)).toMatchObject({ used: 3, calls: 3, rejected: 0 });
    },
  );

  it.each([
    [1_198, 'healthy'],
    [1_199, 'warning'],
    [1_424, 'critical'],
    [1_499, 'stopped'],
  ])('has, with %i of 1500 calls used before it, the state %s, which it caused', async (used, state) => {
    const bot = await operator.bot();
    expect((await api.report(bot)).status).toBe(200);
    await operator.setUsed(bot.id, used);
    const response = await api.send(botRequest(bot));
    expect([response.status, response.json().data.state]).toEqual([200, state]);
  });

  it('has the state silent 90 minutes after the last report on Free, if an instance served meanwhile', async () => {
    const bot = await operator.bot();
    await operator.setRegistered(bot.id, Date.now() - 9 * HOUR);
    await operator.setLastReport(bot.id, Date.now() - 2 * HOUR);
    const state = async () => (await api.send(botRequest(bot))).json().data.state;
    expect(await state()).toBe('healthy');
    await operator.setServing(Date.now() - 3 * HOUR, Date.now() + HOUR);
    expect(await state()).toBe('silent');
  });
});
