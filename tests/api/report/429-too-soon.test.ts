import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, rateLimitOf } from '../../support/process/envelope';
import type { TestBot } from '../../support/process/operator';

const MINUTE = 60_000;

onEveryServer((api) => {
  const { operator } = api;

  /** A refused report, and the times before and after its request. */
  const tooSoon = async (bot: TestBot) => {
    const sentAt = Date.now();
    const response = await api.report(bot);
    const receivedAt = Date.now();
    const nextAllowedAt = ((await operator.state(bot.id)).lastReportAtMs ?? 0) + intervalOf(bot);
    const seconds = Number(response.header('retry-after'));
    expectFailure(response, 'update_too_soon', {
      isAuthenticated: true,
      details: { nextUpdateAllowedAt: new Date(nextAllowedAt).toISOString(), retryAfterSeconds: seconds },
    });
    expect(seconds).toBeLessThanOrEqual(Math.ceil((nextAllowedAt - sentAt) / 1000));
    expect(seconds).toBeGreaterThanOrEqual(Math.max(1, Math.ceil((nextAllowedAt - receivedAt) / 1000)));
    return { response, seconds };
  };
  const plans = new Map<string, number>();
  const intervalOf = (bot: TestBot) => plans.get(bot.id) ?? 0;
  const newBot = async (plan: (typeof PLAN_NAMES)[number]) => {
    const bot = await operator.bot({ plan });
    plans.set(bot.id, PLANS[plan].intervalMinutes * MINUTE);
    return bot;
  };

  it.each(PLAN_NAMES)('refuses a second report at once on the %s plan, with the wait', async (plan) => {
    const bot = await newBot(plan);
    expect((await api.report(bot)).status).toBe(200);
    const { response, seconds } = await tooSoon(bot);
    expect(rateLimitOf(response).interval).toEqual({
      q: 1,
      w: PLANS[plan].intervalMinutes * 60,
      r: 0,
      t: seconds,
    });
    expect(rateLimitOf(response).quota.r).toBe(PLANS[plan].callsPerCycle - 1);
    expect(await operator.state(bot.id)).toMatchObject({ used: 1, calls: 1, rejected: 1 });
    expect((await operator.state(bot.id)).reports).toHaveLength(1);
  });

  it.each(PLAN_NAMES)('accepts after exactly Retry-After on the %s plan', async (plan) => {
    const bot = await newBot(plan);
    for (const alreadyWaited of [0, 1, 999, 1_000, 1_001, intervalOf(bot) - 2_500]) {
      await operator.setLastReport(bot.id, Date.now() - alreadyWaited);
      const { seconds } = await tooSoon(bot);
      await operator.letPass(bot.id, seconds * 1_000);
      expect((await api.report(bot)).status).toBe(200);
    }
  });

  it.each(PLAN_NAMES)('refuses one second before Retry-After on the %s plan', async (plan) => {
    const bot = await newBot(plan);
    // One second before the end, up to one second is left. If the machine took longer, this attempt proves nothing.
    for (;;) {
      await operator.setLastReport(bot.id, Date.now() - 30);
      const { seconds } = await tooSoon(bot);
      expect(seconds).toBe(Math.ceil((intervalOf(bot) - 30) / 1_000));
      await operator.letPass(bot.id, (seconds - 1) * 1_000);
      const nextAllowedAt = ((await operator.state(bot.id)).lastReportAtMs ?? 0) + intervalOf(bot);
      const response = await api.report(bot);
      if (Date.now() >= nextAllowedAt) continue;
      expect(response.status).toBe(429);
      expect(response.header('retry-after')).toBe('1');
      break;
    }
  });

  it('gives a Retry-After of at least one second in the last millisecond', async () => {
    const bot = await newBot('business');
    for (;;) {
      await operator.setLastReport(bot.id, Date.now() - MINUTE + 25);
      const nextAllowedAt = ((await operator.state(bot.id)).lastReportAtMs ?? 0) + MINUTE;
      const response = await api.report(bot);
      if (Date.now() >= nextAllowedAt) continue;
      expect([response.status, response.header('retry-after')]).toEqual([429, '1']);
      break;
    }
  });

  it('does not extend the interval by refused reports', async () => {
    const bot = await newBot('business');
    await operator.setLastReport(bot.id, Date.now() - 10_000);
    const before = await operator.state(bot.id);
    for (let i = 0; i < 5; i++) await tooSoon(bot);
    expect(await operator.state(bot.id)).toEqual({ ...before, rejected: 5 });
  });

  it('follows a plan change at once, to a shorter and to a longer interval', async () => {
    const bot = await newBot('free');
    await operator.setLastReport(bot.id, Date.now() - 2 * MINUTE);
    expect((await api.report(bot)).status).toBe(429);
    await operator.setPlan(bot.id, 'business');
    expect((await api.report(bot)).status).toBe(200);
    await operator.letPass(bot.id, 2 * MINUTE);
    await operator.setPlan(bot.id, 'premium');
    expect((await api.report(bot)).status).toBe(429);
  });

  it('never requires more than one interval when the last report is in the future', async () => {
    const bot = await newBot('business');
    await operator.setLastReport(bot.id, Date.now() + 3_600_000);
    const response = await api.report(bot);
    expect([response.status, response.header('retry-after')]).toEqual([429, '60']);
    await operator.letPass(bot.id, MINUTE);
    expect((await api.report(bot)).status).toBe(200);
  });
});
