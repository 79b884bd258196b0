import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS, cycleStartMs } from '@/lib/domain/cycle';
import { dayOf, dayText } from '@/lib/domain/days';
import { DAY_MS, HOUR_MS, PLANS } from '@/lib/domain/plan';
import { usageRecord } from '@/lib/domain/usage-record';
import { accountWith, anySettled, intervalMs, REPORT, T0, usedUp } from '@/tests/support/data/accounts';

/** Whether `rounded` is the fraction n / d rounded half up to so many decimals, in whole numbers only. */
function isHalfUp(rounded: number, n: bigint, d: bigint, decimals: number): boolean {
  const scale = 10 ** decimals;
  const k = BigInt(Math.round(rounded * scale));
  const doubled = 2n * BigInt(scale) * n;
  return Number(k) / scale === rounded && (2n * k - 1n) * d <= doubled && doubled < (2n * k + 1n) * d;
}

describe('the usage record (contract section 4)', () => {
  it('is the contract’s example, all of it', () => {
    const registeredAtMs = Date.parse('2026-01-19T03:00:00.000Z');
    const nowMs = Date.parse('2026-02-05T03:00:00.000Z');
    const lastReport = { ...REPORT, atMs: Date.parse('2026-02-05T02:35:00.000Z') };
    const days = [{ day: dayOf(nowMs), calls: 12, rejected: 1 }];
    const account = accountWith({ registeredAtMs, lastReport, days, cycle: { index: 0, used: 150 } });
    const { statistics, ...record } = usageRecord(account, nowMs);
    expect(record).toEqual({
      bot: { id: '1234567890123456789', name: 'TestBot' },
      tier: {
        name: 'free',
        displayName: 'Free',
        features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
      },
      usage: {
        apiCalls: {
          used: 150,
          limit: 1500,
          remaining: 1350,
          percentage: 10,
          status: 'healthy',
          message: expect.stringMatching(/^[A-Z].*\.$/),
        },
        reset: { at: '2026-02-18T03:00:00.000Z', inDays: 13, inHours: 312 },
      },
      updates: {
        interval: '30 minutes',
        lastUpdate: '2026-02-05T02:35:00.000Z',
        nextUpdateAllowedAt: '2026-02-05T03:05:00.000Z',
        minutesUntilNextUpdate: 5,
        canUpdateNow: false,
      },
      capabilities: { analyticsLevel: 'basic', historyDays: 7, updateIntervalMinutes: 30 },
      upgrade: null,
    });
    expect(statistics).toMatchObject({ avgCallsPerDay: 8.82, estimatedDaysRemaining: 153 });
    expect(statistics.usageHistory.at(-1)).toEqual({ date: '2026-02-05', calls: 12, rejected: 1 });
  });

  it.each([
    [0, 30, 720],
    [1, 30, 720],
    [HOUR_MS, 30, 719],
    [HOUR_MS + 1, 30, 719],
    [DAY_MS - 1, 30, 697],
    [DAY_MS, 29, 696],
    [CYCLE_MS - DAY_MS, 1, 24],
    [CYCLE_MS - HOUR_MS, 1, 1],
    [CYCLE_MS - 1, 1, 1],
  ])('%i ms into the cycle it resets in %i days, in %i hours', (intoMs, inDays, inHours) => {
    expect(usageRecord(accountWith(), T0 + intoMs).usage.reset).toMatchObject({ inDays, inHours });
  });

  it('reset is told as 1 … 30 days and 1 … 720 hours, rounded up', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { at, inDays, inHours } = usageRecord(account, nowMs).usage.reset;
        const leftMs = Date.parse(at) - nowMs;
        expect(leftMs).toBeGreaterThan(0);
        expect(leftMs).toBeLessThanOrEqual(CYCLE_MS);
        for (const [value, unitMs, max] of [
          [inDays, DAY_MS, 30],
          [inHours, HOUR_MS, 720],
        ] as const) {
          expect(value).toBeGreaterThanOrEqual(1);
          expect(value).toBeLessThanOrEqual(max);
          expect(value * unitMs).toBeGreaterThanOrEqual(leftMs);
          expect((value - 1) * unitMs).toBeLessThan(leftMs);
        }
      }),
    );
  });

  it.each([
    [-60_001, 2, false],
    [-60_000, 1, false],
    [-59_999, 1, false],
    [-1, 1, false],
    [0, 0, true],
    [1, 0, true],
  ])('%i ms from the next allowed report: %i minutes, can update now: %s', (byMs, minutes, canUpdateNow) => {
    const account = accountWith({ lastReport: { ...REPORT, atMs: T0 } });
    expect(usageRecord(account, T0 + intervalMs('free') + byMs).updates).toMatchObject({
      minutesUntilNextUpdate: minutes,
      canUpdateNow,
    });
  });

  it('minutesUntilNextUpdate is 0 exactly when canUpdateNow, and never above the interval; the quota is not looked at', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { updates, capabilities } = usageRecord(account, nowMs);
        expect(updates.minutesUntilNextUpdate === 0).toBe(updates.canUpdateNow);
        expect(updates.minutesUntilNextUpdate).toBeGreaterThanOrEqual(0);
        expect(updates.minutesUntilNextUpdate).toBeLessThanOrEqual(capabilities.updateIntervalMinutes);
        expect(updates.canUpdateNow).toBe(
          account.lastReport === null || Date.parse(updates.nextUpdateAllowedAt) <= nowMs,
        );
      }),
    );
  });

  it('before the first report lastUpdate is null and a report is allowed since the registration', () => {
    expect(usageRecord(accountWith(), T0 + 1).updates).toEqual({
      interval: '30 minutes',
      lastUpdate: null,
      nextUpdateAllowedAt: new Date(T0).toISOString(),
      minutesUntilNextUpdate: 0,
      canUpdateNow: true,
    });
  });
});

describe('averages', () => {
  it.each([
    ['on the first day the divisor is one day', 7, DAY_MS / 2, 7, 213.3],
    ['one day in', 7, DAY_MS, 7, 213.3],
    ['a day and a half in', 3, 1.5 * DAY_MS, 2, 748.5],
    ['exactly half a hundredth is rounded up', 201, 8 * DAY_MS, 25.13, 51.7],
    ['a third', 1, 3 * DAY_MS, 0.33, 4_497],
    ['nothing used', 0, 3 * DAY_MS, 0, null],
    ['nothing left', 1_500, 3 * DAY_MS, 500, 0],
    ['more than everything used', 3_000, 3 * DAY_MS, 1_000, 0],
  ])('%s: %i calls in %i ms are %f a day, enough for %s days', (_, used, elapsedMs, average, days) => {
    const { statistics } = usageRecord(usedUp('free', used), T0 + elapsedMs);
    expect(statistics).toMatchObject({ avgCallsPerDay: average, estimatedDaysRemaining: days });
  });

  it('are exact fractions, rounded half up once at the end', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { avgCallsPerDay, estimatedDaysRemaining } = usageRecord(account, nowMs).statistics;
        const { used, index } = account.cycle;
        const elapsedMs = nowMs - cycleStartMs(account.registeredAtMs, index);
        const days = [BigInt(Math.max(elapsedMs, DAY_MS)), BigInt(DAY_MS)] as const;
        expect(isHalfUp(avgCallsPerDay, BigInt(used) * days[1], days[0], 2)).toBe(true);
        const remaining = BigInt(Math.max(0, PLANS[account.plan].callsPerCycle - used));
        if (used === 0) expect(estimatedDaysRemaining).toBeNull();
        else
          expect(isHalfUp(estimatedDaysRemaining ?? -1, remaining * days[0], BigInt(used) * days[1], 1)).toBe(
            true,
          );
      }),
      { numRuns: 500 },
    );
  });
});

describe('usageHistory', () => {
  it.each([
    [0, 1],
    [1, 2],
    [28, 29],
    [29, 30],
    [30, 30],
    [31, 30],
    [400, 30],
  ])('%i days after registration it has %i entries', (daysLater, length) => {
    const { usageHistory } = usageRecord(
      accountWith({ cycle: { index: Math.floor(daysLater / 30), used: 0 } }),
      T0 + daysLater * DAY_MS,
    ).statistics;
    expect(usageHistory).toHaveLength(length);
  });

  it('is ascending day by day, today last, from registration or the last 30 days, with the counted days and zeros', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { usageHistory } = usageRecord(account, nowMs).statistics;
        const today = dayOf(nowMs);
        const length = Math.min(30, today - dayOf(account.registeredAtMs) + 1);
        const expected = Array.from({ length }, (_, i) => {
          const day = today - length + 1 + i;
          const counted = account.days.find((d) => d.day === day);
          return { date: dayText(day), calls: counted?.calls ?? 0, rejected: counted?.rejected ?? 0 };
        });
        expect(usageHistory).toEqual(expected);
      }),
    );
  });

  it('has today alone when a clock step has put now before the registration', () => {
    const nowMs = T0 - 50 * DAY_MS;
    const account = accountWith({ cycle: { index: -2, used: 0 } });
    expect(usageRecord(account, nowMs).statistics.usageHistory).toEqual([
      { date: dayText(dayOf(nowMs)), calls: 0, rejected: 0 },
    ]);
  });
});
