import type { Account } from './account';
import { reportWindow } from './interval';
import { quotaOf } from './quota';

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
