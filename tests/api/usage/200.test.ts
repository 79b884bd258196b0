import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed, rateLimitOf, UPGRADES } from '../../support/process/envelope';
import type { TestBot } from '../../support/process/operator';
import { USAGE_PATH } from '../../support/process/requests';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CYCLE = 30 * DAY;

const iso = (ms: number) => new Date(ms).toISOString();
const day = (ms: number) => iso(ms).slice(0, 10);
const SENTENCE = expect.stringMatching(/^[A-Z].*\.$/);

const tier = (displayName: string, isPaid: boolean, badge: string, updateIntervalMinutes: number) => ({
  name: displayName.toLowerCase(),
  displayName,
  updateIntervalMinutes,
  features: { customWebhooks: isPaid, prioritySupport: isPaid, badge },
});
const CONTRACT = {
  free: {
    tier: tier('Free', false, 'none', 30),
    interval: '30 minutes',
    percentage: 0.06,
    capabilities: { analyticsLevel: 'basic', historyDays: 7, updateIntervalMinutes: 30 },
  },
  premium: {
    tier: tier('Premium', true, 'premium', 5),
    interval: '5 minutes',
    percentage: 0.01,
    capabilities: { analyticsLevel: 'advanced', historyDays: 90, updateIntervalMinutes: 5 },
  },
  business: {
    tier: tier('Business', true, 'verified', 1),
    interval: '1 minute',
    percentage: 0,
    capabilities: { analyticsLevel: 'enterprise', historyDays: 365, updateIntervalMinutes: 1 },
  },
};

/** Calls used before the read and after it, with percentage and status. */
const STATUSES = [
  [1_198, 1_199, 79.93, 'healthy'],
  [1_199, 1_200, 80, 'warning'],
  [1_200, 1_201, 80.06, 'warning'],
  [1_423, 1_424, 94.93, 'warning'],
  [1_424, 1_425, 95, 'critical'],
  [1_425, 1_426, 95.06, 'critical'],
  [1_498, 1_499, 99.93, 'critical'],
  [1_499, 1_500, 100, 'critical'],
  [1_500, 1_500, 100, 'critical'],
  [1_501, 1_501, 100.06, 'critical'],
  [10_000, 10_000, 666.66, 'critical'],
] as const;

onEveryServer((api) => {
  const { operator } = api;
  const read = async (bot: TestBot) => (await api.usage(bot)).json().data;

  it.each(PLAN_NAMES)('is the complete record of a new bot on the %s plan', async (plan) => {
    const bot = await operator.bot({ plan, name: 'Ünïcode 🤖' });
    const { registeredAtMs } = await operator.state(bot.id);
    const { callsPerCycle: limit, intervalMinutes } = PLANS[plan];
    const { tier, interval, percentage, capabilities } = CONTRACT[plan];
    const response = await api.usage(bot);
    expectServed(response, {
      success: true,
      data: {
        bot: { id: bot.id, name: 'Ünïcode 🤖' },
        tier,
        usage: {
          apiCalls: {
            used: 1,
            limit,
            remaining: limit - 1,
            percentage,
            status: 'healthy',
            message: SENTENCE,
          },
          reset: { at: iso(registeredAtMs + CYCLE), inDays: 30, inHours: 720 },
        },
        updates: {
          interval,
          lastUpdate: null,
          nextUpdateAllowedAt: iso(registeredAtMs),
          minutesUntilNextUpdate: 0,
          canUpdateNow: true,
        },
        capabilities,
        statistics: {
          avgCallsPerDay: 1,
          estimatedDaysRemaining: limit - 1,
          usageHistory: [{ date: day(Date.now()), calls: 1, rejected: 0 }],
        },
        upgrade: null,
      },
    });
    expect(rateLimitOf(response)).toMatchObject({
      quota: { q: limit, w: CYCLE / 1_000, r: limit - 1 },
      interval: { q: 1, w: intervalMinutes * 60, r: 1, t: 0 },
    });
    expect(await operator.state(bot.id)).toMatchObject({ used: 1, calls: 1, rejected: 0, reports: [] });
  });

  it('shows what a bot did: a report, refusals, reads', async () => {
    const bot = await operator.bot();
    const reported = await api.report(bot);
    await api.report(bot);
    await api.report(bot, { body: '{' });
    await api.send({ path: USAGE_PATH });
    await read(bot);
    const data = await read(bot);

    const at = Date.parse(reported.json().data.updatedAt);
    expect(data.usage.apiCalls).toMatchObject({ used: 3, remaining: 1_497, percentage: 0.2 });
    expect(data.updates).toEqual({
      interval: '30 minutes',
      lastUpdate: iso(at),
      nextUpdateAllowedAt: iso(at + 30 * MINUTE),
      minutesUntilNextUpdate: 30,
      canUpdateNow: false,
    });
    expect(data.statistics).toEqual({
      avgCallsPerDay: 3,
      estimatedDaysRemaining: 499,
      usageHistory: [{ date: day(at), calls: 3, rejected: 2 }],
    });
  });

  it('has the values of the example in the contract', async () => {
    const bot = await operator.bot();
    // 17 days and a few seconds into the cycle.
    await operator.setRegistered(bot.id, Date.now() - 17 * DAY - 5_000);
    await operator.setUsed(bot.id, 149);
    await operator.setLastReport(bot.id, Date.now() - 25 * MINUTE - 5_000);
    expect(await read(bot)).toMatchObject({
      usage: {
        apiCalls: { used: 150, remaining: 1_350, percentage: 10, status: 'healthy' },
        reset: { inDays: 13, inHours: 312 },
      },
      updates: { minutesUntilNextUpdate: 5, canUpdateNow: false },
      statistics: { avgCallsPerDay: 8.82, estimatedDaysRemaining: 153 },
    });
  });

  it('counts every read', async () => {
    const bot = await operator.bot();
    for (let used = 1; used <= 5; used++) {
      const response = await api.usage(bot);
      expect(response.json().data.usage.apiCalls.used).toBe(used);
      expect(rateLimitOf(response).quota.r).toBe(1_500 - used);
    }
  });

  it.each(STATUSES)('with %d calls used before: %d, %d %%, %s', async (before, used, percentage, status) => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, before);
    const response = await api.usage(bot);
    const { data } = response.json();
    const remaining = Math.max(0, 1_500 - used);
    expect(response.status).toBe(200);
    const counts = { used, limit: 1_500, remaining, percentage };
    expect(data.usage.apiCalls).toEqual({ ...counts, status, message: SENTENCE });
    expect(rateLimitOf(response).quota.r).toBe(remaining);
    expect(await operator.state(bot.id)).toMatchObject({ used, rejected: 0 });
    expect(data.upgrade).toEqual(status === 'healthy' ? null : UPGRADES.free);
    if (remaining === 0) expect(data.statistics.estimatedDaysRemaining).toBe(0);
  });

  it.each(['premium', 'business'] as const)(
    'recommends the next plan to %s, if there is one',
    async (plan) => {
      const bot = await operator.bot({ plan });
      await operator.setUsed(bot.id, PLANS[plan].callsPerCycle * 0.96);
      const { usage, upgrade } = await read(bot);
      expect([usage.apiCalls.status, upgrade]).toEqual(['critical', UPGRADES[plan]]);
    },
  );

  it('responds when the quota is exhausted, without counting, not in the history either', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_500);
    for (let i = 0; i < 3; i++) {
      const { usage, statistics } = await read(bot);
      expect(usage.apiCalls.used).toBe(1_500);
      expect(statistics.usageHistory.at(-1)).toEqual({ date: day(Date.now()), calls: 0, rejected: 0 });
    }
  });

  it('returns 30 days of history, zero-filled, oldest first and today last', async () => {
    const bot = await operator.bot();
    await operator.setRegistered(bot.id, Date.now() - 100 * DAY);
    const { usageHistory } = (await read(bot)).statistics;
    const today = Date.parse(`${usageHistory.at(-1).date}T00:00:00Z`);
    expect(Math.abs(Date.now() - today)).toBeLessThan(DAY + MINUTE);
    const dates = Array.from({ length: 30 }, (_, i) => day(today - (29 - i) * DAY));
    expect(usageHistory).toEqual(dates.map((date, i) => ({ date, calls: i === 29 ? 1 : 0, rejected: 0 })));
  });

  it('starts a new cycle with the first call after the old one', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 700);
    await operator.letPass(bot.id, CYCLE);
    const { registeredAtMs } = await operator.state(bot.id);
    const { usage } = await read(bot);
    expect(usage.apiCalls.used).toBe(1);
    expect(usage.reset).toEqual({ at: iso(registeredAtMs + 2 * CYCLE), inDays: 30, inHours: 720 });
  });

  it.each([
    [1, 1],
    [59_000, 1],
    [61_000, 2],
    [29 * MINUTE + 30_000, 30],
  ])('rounds the wait of %d ms up to %d minutes', async (wait, minutes) => {
    const bot = await operator.bot();
    // A little more than the wait, because the response takes time; never less than it says.
    for (;;) {
      const nextAllowedAt = Date.now() + wait + 200;
      await operator.setLastReport(bot.id, nextAllowedAt - 30 * MINUTE);
      const { updates } = await read(bot);
      if (Date.now() >= nextAllowedAt) continue;
      expect(updates).toMatchObject({ minutesUntilNextUpdate: minutes, canUpdateNow: false });
      break;
    }
  });

  it('does not change the interval', async () => {
    const bot = await operator.bot();
    await api.usage(bot);
    expect((await api.report(bot)).status).toBe(200);
    await api.usage(bot);
    await operator.letPass(bot.id, 30 * MINUTE);
    expect((await api.report(bot)).status).toBe(200);
  });

  it.each([
    '?',
    '?lang=xx',
    '?lang=de&lang=en&timestamp=1',
    '?%00',
    '?a=%zz',
    '?/../..',
    '?key=btm_x',
    '?a?b#',
  ])('ignores the query %s', async (query) => {
    const bot = await operator.bot();
    expect((await api.usage(bot, { path: USAGE_PATH + query })).status).toBe(200);
  });

  it('ignores a body', async () => {
    const bot = await operator.bot();
    const text = { body: '{"bot":1', headers: { 'Content-Type': 'text/x' } };
    const chunked = { chunks: ['a', 'b'], headers: { 'Transfer-Encoding': 'chunked' } };
    for (const sent of [text, chunked]) expect((await api.usage(bot, sent)).status).toBe(200);
  });

  it('keeps the used count after a downgrade, and counts no calls above the limit', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    await operator.setUsed(bot.id, 3_000);
    await operator.setPlan(bot.id, 'free');
    const { usage, capabilities } = await read(bot);
    expect(usage.apiCalls).toMatchObject({ used: 3_000, limit: 1_500, remaining: 0, percentage: 200 });
    expect(capabilities.historyDays).toBe(7);
  });
});
