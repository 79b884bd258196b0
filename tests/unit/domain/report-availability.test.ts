import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideReport } from '@/lib/domain/reports/decide';
import { reportAvailability } from '@/lib/domain/reports/interval';
import { accountWith, anySettled, BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';

it('agrees with decideReport: refused until fromMs, accepted from that millisecond on', () => {
  fc.assert(
    fc.property(anySettled, ({ account, nowMs }) => {
      const { refusal, fromMs } = reportAvailability(account, nowMs);
      const errorAt = (atMs: number) => {
        const { outcome } = decideReport(account, BOT_ID, REPORT, atMs, FORM);
        return outcome.kind === 'served' ? null : outcome.error;
      };
      expect(errorAt(nowMs)).toBe(refusal);
      expect(fromMs === null).toBe(refusal === 'bot_disabled');
      if (fromMs === null) return;
      expect(fromMs).toBeGreaterThanOrEqual(nowMs);
      expect(errorAt(fromMs)).toBeNull();
      if (fromMs > nowMs) expect(errorAt(fromMs - 1)).not.toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

it('an account exhausted in a cycle before its registration is refused until the next cycle', () => {
  const account = accountWith({ cycle: { index: -2, used: 1_500 } });
  const expected = { refusal: 'quota_exceeded', fromMs: T0 - CYCLE_MS };
  expect(reportAvailability(account, T0 - 1.5 * CYCLE_MS)).toEqual(expected);
});
