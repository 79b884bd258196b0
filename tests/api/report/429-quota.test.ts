import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, rateLimitOf, UPGRADES } from '../../support/process/envelope';
import type { TestBot } from '../../support/process/operator';

const MINUTE = 60_000;
const CYCLE = 30 * 24 * 60 * MINUTE;

onEveryServer((api) => {
  const { operator } = api;
  const exhausted = async (plan: (typeof PLAN_NAMES)[number] = 'free') => {
    const bot = await operator.bot({ plan });
    await operator.setUsed(bot.id, PLANS[plan].callsPerCycle);
    return bot;
  };
  const resetAt = async (bot: TestBot) => (await operator.state(bot.id)).registeredAtMs + CYCLE;

  it.each(PLAN_NAMES)('refuses a report when all calls of the %s plan are used', async (plan) => {
    const bot = await exhausted(plan);
    const limit = PLANS[plan].callsPerCycle;
    const sentAt = Date.now();
    const response = await api.report(bot);
    const receivedAt = Date.now();
    const seconds = Number(response.header('retry-after'));
    const reset = await resetAt(bot);
    expectFailure(response, 'quota_exceeded', {
      isAuthenticated: true,
      details: {
        limit,
        resetAt: new Date(reset).toISOString(),
        retryAfterSeconds: seconds,
        upgrade: UPGRADES[plan],
      },
    });
    expect(seconds).toBeLessThanOrEqual(Math.ceil((reset - sentAt) / 1_000));
    expect(seconds).toBeGreaterThanOrEqual(Math.ceil((reset - receivedAt) / 1_000));
    expect(rateLimitOf(response)).toMatchObject({ quota: { r: 0, t: seconds }, interval: { r: 1, t: 0 } });
    const counts = { used: limit, calls: 0, rejected: 1 };
    expect(await operator.state(bot.id)).toMatchObject({ ...counts, lastReportAtMs: null, reports: [] });
  });

  it.each([-1, 0, 1, 500])('decides on used >= limit, %d calls from it', async (difference) => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_500 + difference);
    expect((await api.report(bot)).status).toBe(difference < 0 ? 200 : 429);
    expect((await operator.state(bot.id)).used).toBe(1_500 + Math.max(0, difference));
  });

  it('accepts after exactly Retry-After', async () => {
    for (const passed of [0, 1, 999, 1_000, CYCLE - 30_000]) {
      const bot = await exhausted();
      await operator.letPass(bot.id, passed);
      const seconds = Number((await api.report(bot)).header('retry-after'));
      await operator.letPass(bot.id, seconds * 1_000);
      const response = await api.report(bot);
      expect([response.status, rateLimitOf(response).quota.r]).toEqual([200, 1_499]);
    }
  });

  it('refuses one second before Retry-After', async () => {
    for (;;) {
      const bot = await exhausted();
      const registeredAt = Date.now() - 30;
      await operator.setRegistered(bot.id, registeredAt);
      const seconds = Number((await api.report(bot)).header('retry-after'));
      // If the machine took longer than a second, this attempt proves nothing.
      if (Date.now() - registeredAt >= 1_000) continue;
      expect(seconds).toBe(CYCLE / 1_000);
      await operator.letPass(bot.id, (seconds - 1) * 1_000);
      const response = await api.report(bot);
      if (Date.now() >= (await resetAt(bot))) continue;
      expect([response.status, response.header('retry-after')]).toEqual([429, '1']);
      break;
    }
  });

  it('returns the later of the reset and the next allowed report as Retry-After', async () => {
    const bot = await exhausted();
    const now = Date.now();
    // The cycle ends in 10 minutes, the interval in 25.
    await operator.setRegistered(bot.id, now - CYCLE + 10 * MINUTE);
    await operator.setLastReport(bot.id, now - 5 * MINUTE);
    const response = await api.report(bot);
    const seconds = Number(response.header('retry-after'));
    expect(response.json()).toMatchObject({
      error: 'quota_exceeded',
      details: { retryAfterSeconds: seconds },
    });
    expect(seconds).toBeGreaterThan(24 * 60);
    expect(seconds).toBeLessThanOrEqual(25 * 60);
    await operator.letPass(bot.id, 11 * MINUTE);
    expect((await api.report(bot)).json().error).toBe('update_too_soon');
    await operator.letPass(bot.id, seconds * 1_000 - 11 * MINUTE);
    expect((await api.report(bot)).status).toBe(200);
  });

  it('ends when the plan changes to one with calls left, and returns with the former plan', async () => {
    const bot = await exhausted();
    await operator.setPlan(bot.id, 'premium');
    const served = await api.report(bot);
    expect(served.status).toBe(200);
    expect(rateLimitOf(served).quota).toMatchObject({ q: 10_000, r: 8_499 });
    await operator.setPlan(bot.id, 'free');
    const refused = await api.report(bot);
    expect(refused.json().error).toBe('quota_exceeded');
    expect(rateLimitOf(refused).quota).toMatchObject({ q: 1_500, r: 0 });
  });
});
