import { DAY_MS, MINUTE_MS, PLANS, type PlanName } from './plan';
import type { Report } from './report';

/** After a downgrade, history of the former plan is kept (hidden) for this long (contract section 1). */
const DOWNGRADE_GRACE_MS = 7 * DAY_MS;

/** Determines how long a bot's reports are kept. */
export type Retention = {
  readonly plan: PlanName;
  readonly planChangedAtMs: number | null;
  /** History days of the former plans, which still count within the grace period. */
  readonly formerHistoryDays: number;
};

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

/** The time ranges that a bot's page offers. */
export const RANGES = ['24h', '7d', '30d', 'all'] as const;
export type Range = (typeof RANGES)[number];

const RANGE_DAYS = { '24h': 1, '7d': 7, '30d': 30 } as const;

/** The most points that a chart can show distinctly. */
const POINTS_MAX = 600;

/** The start of a range, within the plan's history, and the distance of its points in whole minutes. */
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

/** The range named by a URL; 24 h if it names none. */
export const parseRange = (text: unknown): Range => RANGES.find((range) => range === text) ?? '24h';

/** A report with the time at which it was accepted. */
export type SeriesPoint = Report & { readonly atMs: number };
