const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * The plans of seeded bots; `historyDays` is that of contract section 1. One report in `reportsPerDue` deletes or folds old
 * ones: a punctual bot sends that many in the six hours that are folded together.
 */
const PLANS = {
  free: { historyDays: 7, reportsPerDue: 12 },
  business: { historyDays: 365, reportsPerDue: 360 },
};

/**
 * @typedef {object} Past
 * @property {number} bots
 * @property {keyof typeof PLANS} plan
 * @property {number} reportsEach The two oldest are beyond the history; the next report of a bot that is due deletes them.
 * @property {number} [withYear] So many bots have a report each hour of a year instead.
 */

/** The reports of a bot with a year. */
export const YEAR = { reports: 365 * 24, stepMs: HOUR_MS };

/** For both databases: the condition for a bot with a year. */
export const isWithYear = (/** @type {Past} */ { withYear = 0 }) =>
  `CAST(substr(id, 2) AS bigint) < ${withYear}`;

/** The statement, for both databases, after which the rows of bots with a year say so. */
export const countYears = (/** @type {Past} */ past, /** @type {number} */ nowMs) =>
  `UPDATE bots SET reports_total = ${YEAR.reports}, last_report_at_ms = ${nowMs - YEAR.stepMs} WHERE ${isWithYear(past)}`;

/**
 * The columns of every seeded bot: in the middle of its third cycle, with a month of daily counters. Without those that
 * are not in `existing`: an older build has fewer.
 * @param {number} nowMs
 * @param {Past} past
 * @param {readonly string[]} existing
 */
export function rowAt(nowMs, { plan, reportsEach }, existing) {
  const today = Math.floor(nowMs / DAY_MS);
  const days = Array.from({ length: 30 }, (_, i) => `${today - 30 + i}:${40 + (i % 7)}:${i % 3}`);
  const oldestMs = nowMs - reportsEach * reportStepMs(plan, reportsEach);
  const oldestHourEndMs = oldestMs - (oldestMs % HOUR_MS) + HOUR_MS;
  const row = {
    plan,
    former_history_days: PLANS[plan].historyDays,
    registered_at_ms: nowMs - 75 * DAY_MS,
    cycle_index: 2,
    cycle_used: 150,
    left_cycles: '1:1440,0:1439',
    day_counts: days.join(),
    last_report_at_ms: nowMs - reportStepMs(plan, reportsEach),
    server_count: 4_000,
    user_count: 273_000,
    shard_count: 4,
    reports_total: reportsEach,
    history_due_at_ms: oldestHourEndMs + PLANS[plan].historyDays * DAY_MS,
  };
  return Object.fromEntries(Object.entries(row).filter(([name]) => existing.includes(name)));
}

/** The time between a bot's seeded reports. */
export const reportStepMs = (/** @type {keyof typeof PLANS} */ plan, /** @type {number} */ reportsEach) =>
  Math.floor((PLANS[plan].historyDays * DAY_MS) / Math.max(1, reportsEach - 1));

/** The statement, for both databases, that leaves one bot in `reportsPerDue` due; all are due before it, by two steps. */
export const spreadDue = (/** @type {Past} */ { plan, reportsEach }) =>
  `UPDATE bots SET history_due_at_ms = history_due_at_ms + ${2 * reportStepMs(plan, reportsEach) + DAY_MS}
   WHERE CAST(substr(id, 2) AS bigint) % ${PLANS[plan].reportsPerDue} <> 0`;
