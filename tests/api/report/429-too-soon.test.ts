import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, rateLimitOf } from '../../support/process/envelope';

const MINUTE = 60_000;
const intervalOf = (plan: PlanName) => PLANS[plan].intervalMinutes * MINUTE;

onEveryServer((api) => {
  const { operator } = api;
  const newBot = async (plan: PlanName) => ({ ...(await operator.bot({ plan })), plan });
  type Bot = Awaited<ReturnType<typeof newBot>>;
  const nextAllowedAt = async ({ id, plan }: Bot) =>
    ((await operator.state(id)).lastReportAtMs ?? 0) + intervalOf(plan);

  /** Sends a report that is refused; returns the response and its wait. */
  const tooSoon = async (bot: Bot) => {
    const sentAt = Date.now();
    const response = await api.report(bot);
    const receivedAt = Date.now();
    const allowedAt = await nextAllowedAt(bot);
    const seconds = Number(response.header('retry-after'));
    expectFailure(response, 'update_too_soon', {
      isAuthenticated: true,
      details: { nextUpdateAllowedAt: new Date(allowedAt).toISOString(), retryAfterSeconds: seconds },
    });
    expect(seconds).toBeLessThanOrEqual(Math.ceil((allowedAt - sentAt) / 1_000));
    expect(seconds).toBeGreaterThanOrEqual(Math.max(1, Math.ceil((allowedAt - receivedAt) / 1_000)));
    return { response, seconds };
  };

  it.each(PLAN_NAMES)('refuses a second report at once on the %s plan, with the wait', async (plan) => {
    const bot = await newBot(plan);
    expect((await api.report(bot)).status).toBe(200);
    const { response, seconds } = await tooSoon(bot);
    const { interval, quota } = rateLimitOf(response);
    expect(interval).toEqual({ q: 1, w: PLANS[plan].intervalMinutes * 60, r: 0, t: seconds });
    expect(quota.r).toBe(PLANS[plan].callsPerCycle - 1);
    const { reports, ...counts } = await operator.state(bot.id);
    expect(counts).toMatchObject({ used: 1, calls: 1, rejected: 1 });
    expect(reports).toHaveLength(1);
  });

  it.each(PLAN_NAMES)('accepts after exactly Retry-After on the %s plan', async (plan) => {
    const bot = await newBot(plan);
    for (const alreadyWaited of [0, 1, 999, 1_000, 1_001, intervalOf(plan) - 10_500]) {
      await operator.setLastReport(bot.id, Date.now() - alreadyWaited);
      const { seconds } = await tooSoon(bot);
      await operator.letPass(bot.id, seconds * 1_000);
      expect((await api.report(bot)).status).toBe(200);
    }
  });

  it.each(PLAN_NAMES)('refuses seconds before Retry-After on the %s plan', async (plan) => {
    const bot = await newBot(plan);
    await operator.setLastReport(bot.id, Date.now() - 30);
    const { seconds } = await tooSoon(bot);
    // Later it would be held (see held.test.ts).
    await operator.letPass(bot.id, (seconds - 10) * 1_000);
    expect((await tooSoon(bot)).seconds).toBeLessThanOrEqual(10);
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
