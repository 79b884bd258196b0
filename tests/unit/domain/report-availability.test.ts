import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { decideReport } from '@/lib/domain/decide';
import { reportAvailability } from '@/lib/domain/report-availability';
import { accountWith, anySettled, BOT_ID, intervalMs, REPORT, T0 } from '@/tests/support/data/accounts';

const LAST = { ...REPORT, atMs: T0 };
const FULL = { index: 0, used: 1_500 };
const NEXT = T0 + intervalMs('free');
/** One minute before the end of the cycle, so that the interval ends after it. */
const LATE = T0 + CYCLE_MS - 60_000;

it.each([
  ['nothing in the way', {}, T0, { refusal: null, fromMs: T0 }],
  ['disabled', { isDisabled: true }, T0, { refusal: 'bot_disabled', fromMs: null }],
  [
    'disabled, exhausted and too soon',
    { isDisabled: true, cycle: FULL, lastReport: LAST },
    T0,
    { refusal: 'bot_disabled', fromMs: null },
  ],
  ['too soon', { lastReport: LAST }, NEXT - 1, { refusal: 'update_too_soon', fromMs: NEXT }],
  ['just late enough', { lastReport: LAST }, NEXT, { refusal: null, fromMs: NEXT }],
  [
    'exhausted and too soon',
    { cycle: FULL, lastReport: LAST },
    T0 + 1,
    { refusal: 'quota_exceeded', fromMs: T0 + CYCLE_MS },
  ],
  [
    'exhausted, with an interval that ends after the cycle',
    { cycle: FULL, lastReport: { ...REPORT, atMs: LATE } },
    LATE,
    { refusal: 'quota_exceeded', fromMs: LATE + intervalMs('free') },
  ],
  [
    'exhausted without a report, a cycle and a half before the registration',
    { cycle: { index: -2, used: 1_500 } },
    T0 - 1.5 * CYCLE_MS,
    { refusal: 'quota_exceeded', fromMs: T0 - CYCLE_MS },
  ],
] as const)('%s', (_, over, nowMs, expected) => {
  expect(reportAvailability(accountWith(over), nowMs)).toEqual(expected);
});

it('is what a report is decided by: refused until fromMs, to the millisecond, and accepted then', () => {
  fc.assert(
    fc.property(anySettled, ({ account, nowMs }) => {
      const { refusal, fromMs } = reportAvailability(account, nowMs);
      const errorAt = (atMs: number) => {
        const { outcome } = decideReport(account, BOT_ID, REPORT, atMs);
        return outcome.kind === 'served' ? null : outcome.error;
      };
      expect(errorAt(nowMs)).toBe(refusal);
      expect(fromMs === null).toBe(refusal === 'bot_disabled');
      if (fromMs === null) return;
      expect(errorAt(fromMs)).toBeNull();
      if (fromMs > nowMs) expect(errorAt(fromMs - 1)).not.toBeNull();
    }),
    { numRuns: 1_000 },
  );
});
