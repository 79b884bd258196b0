import { describe, expect, it } from 'vitest';
import { rollForward } from '@/lib/domain/bots/account';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { accountWith, REPORT, T0 } from '@/tests/support/data/accounts';

const inCycle = (index: number, used: number) => accountWith({ cycle: { index, used } });
/** In cycle 1 with `used` calls, after cycle 0 with 7. */
const inNextCycle = (used: number) => ({
  ...rollForward(inCycle(0, 7), T0 + CYCLE_MS),
  cycle: { index: 1, used },
});
const IN_2038 = Date.UTC(2038, 0, 19);
const CYCLE_3 = T0 + 3 * CYCLE_MS;

describe('rollForward', () => {
  it('returns the same object if nothing changes', () => {
    const account = accountWith({ lastReport: { ...REPORT, atMs: T0 } });
    expect(rollForward(account, T0)).toBe(account);
    expect(rollForward(account, T0 + CYCLE_MS - 1)).toBe(account);
  });

  it.each([
    ['resets the count at the first moment of the next cycle', inCycle(0, 7), [T0 + CYCLE_MS], 1, 0],
    ['restores the count when the clock goes back a cycle', inNextCycle(2), [T0], 0, 7],
    ['carries a higher count back to an earlier cycle', inNextCycle(9), [T0], 0, 9],
    ['carries the count back to a cycle that was never entered', inCycle(0, 7), [T0 - 1], -1, 7],
    ['restores the count after a step to 2038 and back', inCycle(3, 1_500), [IN_2038, CYCLE_3], 3, 1_500],
    ['carries the count back to 1970', inCycle(3, 1_500), [0], -683, 1_500],
    ['restores the count after a step to 1970 and back', inCycle(3, 1_500), [0, CYCLE_3], 3, 1_500],
  ])('%s', (_, account, moments, index, used) => {
    expect(moments.reduce(rollForward, account).cycle).toEqual({ index, used });
  });
});
