import { DAY_MS, MINUTE_MS, PLANS, type PlanName } from './plan';

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

/** The stretches of history that a bot's page offers. */
export const RANGES = ['24h', '7d', '30d', 'all'] as const;
export type Range = (typeof RANGES)[number];

const RANGE_DAYS = { '24h': 1, '7d': 7, '30d': 30 } as const;

/** How many points a chart can show apart from each other. */
const POINTS_MAX = 600;

/** Where a range starts, within what the plan shows, and how far apart its points are: whole minutes. */
export function seriesWindow(
  range: Range,
  plan: PlanName,
  nowMs: number,
): { fromMs: number; bucketMs: number } {
  const days =
    range === 'all' ? PLANS[plan].historyDays : Math.min(RANGE_DAYS[range], PLANS[plan].historyDays);
  const spanMs = days * DAY_MS;
  return {
    fromMs: nowMs - spanMs,
    bucketMs: Math.max(1, Math.ceil(spanMs / POINTS_MAX / MINUTE_MS)) * MINUTE_MS,
  };
}

/** A range as an address names it; the last day when it names none. */
export const parseRange = (text: unknown): Range => RANGES.find((range) => range === text) ?? '24h';
