import { DAY_MS, PLANS, type PlanName } from './plan';

/** After a downgrade what the former plan kept stays this long, hidden (contract section 1). */
export const DOWNGRADE_GRACE_MS = 7 * DAY_MS;

/** What decides how far back a bot's reports are kept. */
export type Retention = {
  readonly plan: PlanName;
  readonly planChangedAtMs: number | null;
  /** What the plans before kept, in days, still counting within the grace period. */
  readonly formerHistoryDays: number;
};

/** Reports before this moment are not shown. */
export function shownFromMs(plan: PlanName, nowMs: number): number {
  return nowMs - PLANS[plan].historyDays * DAY_MS;
}

/** Reports before this moment may be deleted. */
export function keptFromMs(retention: Retention, nowMs: number): number {
  return nowMs - keptDays(retention, nowMs) * DAY_MS;
}

/** The retention after a change to `plan` at `nowMs`. */
export function afterPlanChange(retention: Retention, plan: PlanName, nowMs: number): Retention {
  return { plan, planChangedAtMs: nowMs, formerHistoryDays: keptDays(retention, nowMs) };
}

function keptDays({ plan, planChangedAtMs, formerHistoryDays }: Retention, nowMs: number): number {
  const own = PLANS[plan].historyDays;
  const isInGrace = planChangedAtMs !== null && nowMs < planChangedAtMs + DOWNGRADE_GRACE_MS;
  return isInGrace ? Math.max(own, formerHistoryDays) : own;
}
