import type { Account } from './account';
import { MINUTE_MS, PLANS } from './plan';

/** When an account that is rolled forward may report again, quota aside (contract rule 6, section 4 `updates`). */
export type ReportWindow = {
  readonly intervalMs: number;
  readonly lastReportAtMs: number | null;
  /** The last report plus the interval; the registration before the first report. */
  readonly nextAllowedAtMs: number;
  /** 0 exactly when a report is acceptable now; never more than one interval. */
  readonly waitMs: number;
};

export function reportWindow(account: Account, nowMs: number): ReportWindow {
  const intervalMs = PLANS[account.plan].intervalMinutes * MINUTE_MS;
  const lastReportAtMs = account.lastReport?.atMs ?? null;
  if (lastReportAtMs === null) {
    return { intervalMs, lastReportAtMs, nextAllowedAtMs: account.registeredAtMs, waitMs: 0 };
  }
  const nextAllowedAtMs = lastReportAtMs + intervalMs;
  return { intervalMs, lastReportAtMs, nextAllowedAtMs, waitMs: Math.max(0, nextAllowedAtMs - nowMs) };
}
