import { describe, expect, it } from 'vitest';
import { rollForward } from '@/lib/domain/account';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { reportWindow } from '@/lib/domain/interval';
import { accountWith, intervalMs, REPORT, T0 } from '@/tests/support/data/accounts';

const inCycle = (index: number, used: number) => accountWith({ cycle: { index, used } });

describe('an account rolled forward to a moment', () => {
  it('is the same object when nothing has to change', () => {
    const account = accountWith({ lastReport: { ...REPORT, atMs: T0 } });
    expect(rollForward(account, T0)).toBe(account);
    expect(rollForward(account, T0 + CYCLE_MS - 1)).toBe(account);
  });

  it('starts anew at the first moment of the next cycle, and remembers the one it left', () => {
    const current = rollForward(inCycle(0, 7), T0 + CYCLE_MS);
    expect(current.cycle).toEqual({ index: 1, used: 0 });
    expect(current.leftCycles).toEqual([{ index: 0, used: 7 }]);
  });

  it('keeps the count when the clock goes back to the cycle before', () => {
    const later = { ...rollForward(inCycle(0, 7), T0 + CYCLE_MS), cycle: { index: 1, used: 2 } };
    expect(rollForward(later, T0).cycle).toEqual({ index: 0, used: 7 });
  });

  it('takes the count along to an earlier cycle that used less or was never seen', () => {
    const later = { ...rollForward(inCycle(0, 7), T0 + CYCLE_MS), cycle: { index: 1, used: 9 } };
    expect(rollForward(later, T0).cycle).toEqual({ index: 0, used: 9 });
    expect(rollForward(inCycle(0, 7), T0 - 1).cycle).toEqual({ index: -1, used: 7 });
  });

  it('finds the former count when the clock comes back from a step into the far future', () => {
    const future = rollForward(inCycle(3, 1_500), Date.UTC(2038, 0, 19));
    expect(rollForward(future, T0 + 3 * CYCLE_MS).cycle).toEqual({ index: 3, used: 1_500 });
  });

  it('finds the former count when the clock comes back from 1970', () => {
    const past = rollForward(inCycle(3, 1_500), 0);
    expect(past.cycle.used).toBe(1_500);
    expect(rollForward(past, T0 + 3 * CYCLE_MS).cycle).toEqual({ index: 3, used: 1_500 });
  });

  it.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])('a last report %i ms after now counts as made now, one before stays', (sinceMs, keptSinceMs) => {
    const account = accountWith({ lastReport: { ...REPORT, atMs: T0 } });
    const nowMs = T0 + sinceMs;
    const current = rollForward(account, nowMs);
    expect(current.lastReport).toEqual({ ...REPORT, atMs: nowMs - keptSinceMs });
    expect(reportWindow(current, nowMs).waitMs).toBe(intervalMs('free') - keptSinceMs);
  });
});
