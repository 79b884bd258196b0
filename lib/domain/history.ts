import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS, type PlanName } from './plan';
import { hourOf } from './summary';

/** After a downgrade, history of the former plan is kept (hidden) for this long (contract section 1). */
const DOWNGRADE_GRACE_MS = 7 * DAY_MS;

/** Reports are kept as they were sent for this long, then by the hour (contract section 1). */
export const KEPT_AS_SENT_MS = 7 * DAY_MS;

/** Hours that end by this moment are folded: their reports are replaced by a summary. */
export const foldedBeforeMs = (nowMs: number): number => hourOf(nowMs - KEPT_AS_SENT_MS);

/** Determines how long a bot's reports are kept. */
export type Retention = {
  readonly plan: PlanName;
  readonly planChangedAtMs: number | null;
  /** History days of the former plans, which still count within the grace period. */
  readonly formerHistoryDays: number;
};

/** How long the bot's history is kept at `nowMs`. */
export const keptMs = (retention: Retention, nowMs: number): number => keptDays(retention, nowMs) * DAY_MS;

/** Reports before this moment may be deleted. */
export const keptFromMs = (retention: Retention, nowMs: number): number => nowMs - keptMs(retention, nowMs);

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

/**
 * The start of a range, within the plan's history, and the length of its buckets: whole hours where history is kept by
 * the hour, else whole minutes. There are at most POINTS_MAX buckets, the first of them cut at the start.
 */
export function seriesWindow(
  range: Range,
  plan: PlanName,
  nowMs: number,
): { fromMs: number; bucketMs: number } {
  const days =
    range === 'all' ? PLANS[plan].historyDays : Math.min(RANGE_DAYS[range], PLANS[plan].historyDays);
  const spanMs = days * DAY_MS;
  const unitMs = spanMs > KEPT_AS_SENT_MS ? HOUR_MS : MINUTE_MS;
  return { fromMs: nowMs - spanMs, bucketMs: Math.ceil(spanMs / (POINTS_MAX - 1) / unitMs) * unitMs };
}

/** The range named by a URL; 24 h if it names none. */
export const parseRange = (text: unknown): Range => RANGES.find((range) => range === text) ?? '24h';
