import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportWindow } from '@/lib/domain/interval';
import { PLAN_NAMES } from '@/lib/domain/plan';
import { accountWith, anySettled, intervalMs, REPORT, T0 } from '@/tests/support/data/accounts';

describe('the interval between reports (contract rule 6)', () => {
  for (const plan of PLAN_NAMES) {
    const account = accountWith({ plan, lastReport: { ...REPORT, atMs: T0 } });
    it.each([
      [0, intervalMs(plan)],
      [1, intervalMs(plan) - 1],
      [intervalMs(plan) - 1, 1],
      [intervalMs(plan), 0],
      [intervalMs(plan) + 1, 0],
    ])(`${plan}: %i ms after the last report the wait is %i ms`, (sinceMs, waitMs) => {
      expect(reportWindow(account, T0 + sinceMs)).toEqual({
        intervalMs: intervalMs(plan),
        lastReportAtMs: T0,
        nextAllowedAtMs: T0 + intervalMs(plan),
        waitMs,
      });
    });
  }

  it('before the first report nothing is waited for and the next is allowed from the registration on', () => {
    expect(reportWindow(accountWith(), T0 + 5)).toMatchObject({
      lastReportAtMs: null,
      nextAllowedAtMs: T0,
      waitMs: 0,
    });
  });

  it('a wait is never negative and never above one interval', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { waitMs } = reportWindow(account, nowMs);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(intervalMs(account.plan));
      }),
    );
  });

  it('is the current plan’s: an upgrade shortens the wait under way, a downgrade lengthens it', () => {
    const account = accountWith({ plan: 'premium', lastReport: { ...REPORT, atMs: T0 } });
    const waitOn = (plan: 'free' | 'premium' | 'business') =>
      reportWindow({ ...account, plan }, T0 + 60_000).waitMs;
    expect([waitOn('business'), waitOn('premium'), waitOn('free')]).toEqual([0, 240_000, 1_740_000]);
  });
});
