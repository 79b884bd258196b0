import type { Account } from '../bots/account';
import { CYCLE_MS } from '../quota/days';
import { MINUTE_MS, PLANS } from '../quota/plan';
import { quotaOf } from '../quota/quota';

/** When an account that is rolled forward may report again, quota aside (contract rule 6, section 4 `updates`). */
type ReportWindow = {
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

/** Whether a bot may report now; if not, why and when it may. */
export type ReportAvailability = {
  /** The error that a report would get; `null` if it would be accepted. */
  readonly refusal: 'bot_disabled' | 'quota_exceeded' | 'update_too_soon' | null;
  /** When a report will be accepted, if nothing else changes; `null` while the bot is disabled. */
  readonly fromMs: number | null;
};

/** The availability at `nowMs` for an account rolled forward to it, in the contract's order of checks (section 5). */
export function reportAvailability(account: Account, nowMs: number): ReportAvailability {
  if (account.isDisabled) return { refusal: 'bot_disabled', fromMs: null };
  const { isExhausted, resetAtMs } = quotaOf(account);
  // Compares the wait, not the time: before the first report that is the registration, and the clock may be set back
  // before it.
  const { waitMs } = reportWindow(account, nowMs);
  if (isExhausted) return { refusal: 'quota_exceeded', fromMs: Math.max(resetAtMs, nowMs + waitMs) };
  if (waitMs > 0) return { refusal: 'update_too_soon', fromMs: nowMs + waitMs };
  return { refusal: null, fromMs: nowMs };
}

/** Whole seconds, rounded up, so that a client that waits this long is never too early. */
export const secondsUp = (ms: number): number => Math.ceil(ms / 1_000);

/** The values of `RateLimit-Policy` and `RateLimit` for an account rolled forward to `nowMs` (contract section 6). */
export function rateLimitFields(account: Account, nowMs: number): { policy: string; state: string } {
  const quota = quotaOf(account);
  const { intervalMs, waitMs } = reportWindow(account, nowMs);
  const limit = PLANS[account.plan].callsPerCycle;
  const untilResetSeconds = secondsUp(quota.resetAtMs - nowMs);
  return {
    policy: `"quota";q=${limit};w=${secondsUp(CYCLE_MS)}, "interval";q=1;w=${secondsUp(intervalMs)}`,
    state: `"quota";r=${quota.remaining};t=${untilResetSeconds}, "interval";r=${waitMs === 0 ? 1 : 0};t=${secondsUp(waitMs)}`,
  };
}

/** Seconds until a report is accepted, at least 1 (contract section 5, `Retry-After`); 1 for a disabled bot. */
export function retryAfterSeconds(account: Account, nowMs: number): number {
  const { fromMs } = reportAvailability(account, nowMs);
  return Math.max(1, secondsUp((fromMs ?? nowMs) - nowMs));
}
