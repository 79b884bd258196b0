import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportWindow } from '@/lib/domain/reports/interval';
import { anySettled, intervalMs } from '@/tests/support/data/accounts';

it('the wait ends exactly one interval of the current plan after the last report (contract rule 6)', () => {
  fc.assert(
    fc.property(anySettled, ({ account, nowMs }) => {
      const interval = intervalMs(account.plan);
      const lastReportAtMs = account.lastReport?.atMs ?? null;
      // Before the first report there is no wait.
      const nextAllowedAtMs = lastReportAtMs === null ? account.registeredAtMs : lastReportAtMs + interval;
      const waitMs = lastReportAtMs === null ? 0 : Math.max(0, nextAllowedAtMs - nowMs);
      const expected = { intervalMs: interval, lastReportAtMs, nextAllowedAtMs, waitMs };
      expect(reportWindow(account, nowMs)).toEqual(expected);
      expect(waitMs).toBeLessThanOrEqual(interval);
    }),
    { numRuns: 500 },
  );
});
