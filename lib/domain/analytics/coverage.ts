import type { Account } from '../account';
import { KEPT_AS_SENT_MS } from '../history';
import { MINUTE_MS, PLANS } from '../plan';

/** How many of the reports that a bot could make arrived. */
export type Coverage = {
  readonly expected: number;
  readonly received: number;
  /** Truncated to 2 decimals, at most 100; `null` if none was expected. */
  readonly percentage: number | null;
};

/** Reports after this moment count: that of the plan change, or 7 days ago, whichever is later. */
export const coveredAfterMs = (
  { planChangedAtMs }: Pick<Account, 'planChangedAtMs'>,
  nowMs: number,
): number => Math.min(nowMs, Math.max(nowMs - KEPT_AS_SENT_MS, planChangedAtMs ?? 0));

/** The reports after `coveredAfterMs`: how many, and the time of the first. */
export type Covered = { readonly reports: number; readonly firstAtMs: number | null };

export function coverageOf(
  account: Pick<Account, 'plan' | 'planChangedAtMs' | 'reportsTotal'>,
  { reports: received, firstAtMs }: Covered,
  nowMs: number,
): Coverage {
  // Nothing is expected before a bot's first report, of which none is older than those that are covered.
  const isNew = account.reportsTotal <= received;
  const fromMs = isNew ? (firstAtMs ?? nowMs) : coveredAfterMs(account, nowMs);
  const expected = Math.floor((nowMs - fromMs) / (PLANS[account.plan].intervalMinutes * MINUTE_MS));
  // Both ends of the span can have a report: one more than intervals.
  const percentage = expected === 0 ? null : Math.min(100, Math.floor((received * 10_000) / expected) / 100);
  return { expected, received, percentage };
}
