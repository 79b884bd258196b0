import type { Account } from './account';
import { type CallOutcome, type Decision, decideReport, type ReportRefusal } from './decide';
import { reportWindow } from './interval';
import type { Report } from './report';

/** A report whose only fault is that it comes `waitMs` too early, at most the longest hold (contract rule 6). */
export type Early = { readonly kind: 'early'; readonly waitMs: number };

/** The longest REPORT_HOLD_MS. */
export const HOLD_MAX_MS = 5_000;
/** How early a report may still be at the end of its hold to wait again: timers may fire early, clocks are adjusted. */
export const HELD_AGAIN_MS = 50;
/** The most reports that are held together on an instance. */
export const HELD_MAX = 10_000;

/**
 * decideReport, but a report that is at most `holdMaxMs` too early is neither decided nor counted: its outcome is
 * `early`. With 0 none is.
 */
export function decideOrHold(
  account: Account,
  botId: string,
  report: Report,
  nowMs: number,
  holdMaxMs: number,
): Decision<CallOutcome<ReportRefusal> | Early> {
  const decision = decideReport(account, botId, report, nowMs);
  const { outcome } = decision;
  if (outcome.kind === 'served' || outcome.error !== 'update_too_soon') return decision;
  const { waitMs } = reportWindow(decision.account, nowMs);
  if (waitMs > holdMaxMs) return decision;
  return { account, effects: [], outcome: { kind: 'early', waitMs } };
}
