import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS, cycleStartMs, dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, PLANS } from '@/lib/domain/quota/plan';
import { usageRecord } from '@/lib/domain/quota/usage-record';
import { dayText } from '@/lib/domain/text/time';
import { accountWith, anySettled, intervalMs, T0, usedUp } from '@/tests/support/data/accounts';

/** Whether `rounded` is n / d rounded half up to so many decimals, computed in integers. */
function isHalfUp(rounded: number, n: bigint, d: bigint, decimals: number): boolean {
  const scale = 10 ** decimals;
  const k = BigInt(Math.round(rounded * scale));
  const doubled = 2n * BigInt(scale) * n;
  return Number(k) / scale === rounded && (2n * k - 1n) * d <= doubled && doubled < (2n * k + 1n) * d;
}

/** The complete record is tested in tests/api/usage/200.test.ts. */
describe('the usage record (contract section 4)', () => {
  it('the reset is in days and hours, rounded up', () => {
    const anyOffsetMs = fc
      .tuple(
        fc.integer({ min: 0, max: 719 }),
        fc.oneof(fc.constantFrom(0, 1, HOUR_MS - 1), fc.nat(HOUR_MS - 1)),
      )
      .map(([hours, ms]) => hours * HOUR_MS + ms);
    fc.assert(
      fc.property(anyOffsetMs, (offsetMs) => {
        const { at, inDays, inHours } = usageRecord(accountWith(), T0 + offsetMs).usage.reset;
        const leftMs = CYCLE_MS - offsetMs;
        expect(Date.parse(at)).toBe(T0 + CYCLE_MS);
        expect([inDays, inHours]).toEqual([Math.ceil(leftMs / DAY_MS), Math.ceil(leftMs / HOUR_MS)]);
      }),
      { numRuns: 500 },
    );
  });

  it('updates depend on the interval only, not on the quota', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { updates } = usageRecord(account, nowMs);
        const lastAtMs = account.lastReport?.atMs ?? null;
        const allowedAtMs = lastAtMs === null ? null : lastAtMs + intervalMs(account.plan);
        const waitMs = Math.max(0, (allowedAtMs ?? 0) - nowMs);
        expect(updates.lastUpdate).toBe(lastAtMs === null ? null : new Date(lastAtMs).toISOString());
        expect(updates.minutesUntilNextUpdate).toBe(Math.ceil(waitMs / 60_000));
        expect(updates.canUpdateNow).toBe(waitMs === 0);
        expect(Date.parse(updates.nextUpdateAllowedAt)).toBe(allowedAtMs ?? account.registeredAtMs);
      }),
    );
  });
});

describe('averages', () => {
  it.each([
    ['the first day counts as a whole day', 7, DAY_MS / 2, 7, 213.3],
    ['half a hundredth is rounded up', 201, 8 * DAY_MS, 25.13, 51.7],
    ['nothing used', 0, 3 * DAY_MS, 0, null],
    ['more used than the limit', 3_000, 3 * DAY_MS, 1_000, 0],
  ])('%s: %i calls in %i ms are %f per day, enough for %s days', (_, used, elapsedMs, average, days) => {
    const { statistics } = usageRecord(usedUp('free', used), T0 + elapsedMs);
    expect(statistics).toMatchObject({ avgCallsPerDay: average, estimatedDaysRemaining: days });
  });

  it('are exact fractions, rounded half up once at the end', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { avgCallsPerDay, estimatedDaysRemaining } = usageRecord(account, nowMs).statistics;
        const { used, index } = account.cycle;
        const elapsedMs = nowMs - cycleStartMs(account.registeredAtMs, index);
        const [elapsed, day] = [BigInt(Math.max(elapsedMs, DAY_MS)), BigInt(DAY_MS)];
        expect(isHalfUp(avgCallsPerDay, BigInt(used) * day, elapsed, 2)).toBe(true);
        const left = BigInt(Math.max(0, PLANS[account.plan].callsPerCycle - used)) * elapsed;
        if (used === 0) expect(estimatedDaysRemaining).toBeNull();
        else expect(isHalfUp(estimatedDaysRemaining ?? -1, left, BigInt(used) * day, 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('usageHistory', () => {
  it('is ascending up to today, with zeros for days without calls', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { usageHistory } = usageRecord(account, nowMs).statistics;
        const today = dayOf(nowMs);
        const length = Math.min(30, today - dayOf(account.registeredAtMs) + 1);
        const expected = Array.from({ length }, (_, i) => {
          const day = today - length + 1 + i;
          const { calls, rejected } = account.days.find((d) => d.day === day) ?? { calls: 0, rejected: 0 };
          return { date: dayText(day), calls, rejected };
        });
        expect(usageHistory).toEqual(expected);
      }),
    );
  });

  it('has only today if a clock step sets the time before the registration', () => {
    const nowMs = T0 - 50 * DAY_MS;
    const { usageHistory } = usageRecord(accountWith({ cycle: { index: -2, used: 0 } }), nowMs).statistics;
    expect(usageHistory).toEqual([{ date: dayText(dayOf(nowMs)), calls: 0, rejected: 0 }]);
  });
});
