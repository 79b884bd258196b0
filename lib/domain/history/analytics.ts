import type { Account } from '../bots/account';
import { MINUTE_MS, PLANS, type Plan } from '../quota/plan';
import type { Gap } from './gaps';
import { KEPT_AS_SENT_MS } from './history';
import type { Change, Changes, Month, Trends } from './trends';

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

/** Something of both counts. */
export type Both<Value> = { readonly servers: Value; readonly users: Value };

/** The highest value and when it was first reached: to the hour where reports are kept by the hour. */
export type PeakTime = { readonly value: number; readonly atMs: number };

/** What the level `advanced` adds. */
export type AdvancedAnalytics = {
  readonly trends: Trends | null;
  readonly gaps: readonly Gap[];
  readonly previous: Both<Changes>;
};

/** What the level `enterprise` adds. */
export type EnterpriseAnalytics = {
  readonly months: readonly Month[];
  readonly records: Both<PeakTime | null>;
  readonly yearOnYear: Both<Change>;
};

/** The analytics of a bot (contract section 8); a level that its plan does not have is `null`. */
export type Analytics = {
  readonly level: Plan['analyticsLevel'];
  readonly growth: Both<{ readonly current: number | null } & Changes>;
  readonly coverage: Coverage;
  readonly advanced: AdvancedAnalytics | null;
  readonly enterprise: EnterpriseAnalytics | null;
};
