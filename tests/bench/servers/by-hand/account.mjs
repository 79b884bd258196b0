/** The contract's rules of a call on a row of `bots`, without anything that a call does not need. */

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const CYCLE_MS = 30 * DAY_MS;

export const PLANS = {
  free: {
    displayName: 'Free',
    calls: 1_500,
    minutes: 30,
    interval: '30 minutes',
    level: 'basic',
    historyDays: 7,
  },
  business: {
    displayName: 'Business',
    calls: 100_000,
    minutes: 1,
    interval: '1 minute',
    level: 'enterprise',
    historyDays: 365,
  },
};

/**
 * @typedef {object} Row A row of `bots` with the columns of its key.
 * @property {string} id
 * @property {string} name
 * @property {keyof typeof PLANS} plan
 * @property {number | null} disabled_at_ms
 * @property {number} registered_at_ms
 * @property {number} cycle_index
 * @property {number} cycle_used
 * @property {string} left_cycles
 * @property {string} day_counts
 * @property {number | null} last_report_at_ms
 * @property {number} reports_total
 * @property {string} key_id
 * @property {number | null} expires_at_ms
 * @property {number | null} revoked_at_ms
 */

export const isLive = (/** @type {Row | undefined} */ row, /** @type {number} */ now) =>
  row !== undefined && row.revoked_at_ms === null && (row.expires_at_ms === null || now < row.expires_at_ms);

/** Moves a row into the cycle that holds `now`. */
export function enterCycle(/** @type {Row} */ row, /** @type {number} */ now) {
  const index = Math.floor((now - row.registered_at_ms) / CYCLE_MS);
  if (index === row.cycle_index) return;
  const left = [`${row.cycle_index}:${row.cycle_used}`, ...row.left_cycles.split(',')].slice(0, 12);
  Object.assign(row, { cycle_index: index, cycle_used: 0, left_cycles: left.join() });
}

export const nextAllowedAt = (/** @type {Row} */ row) =>
  row.last_report_at_ms === null
    ? row.registered_at_ms
    : row.last_report_at_ms + PLANS[row.plan].minutes * MINUTE_MS;

export const resetAt = (/** @type {Row} */ row) => row.registered_at_ms + (row.cycle_index + 1) * CYCLE_MS;

/** The status of a report at `now`; 200 when it may be stored. */
export function reportStatus(/** @type {Row} */ row, /** @type {string} */ botId, /** @type {number} */ now) {
  if (row.disabled_at_ms !== null || botId !== row.id) return 403;
  if (row.cycle_used >= PLANS[row.plan].calls || now < nextAllowedAt(row)) return 429;
  return 200;
}

/** Counts one call in the cycle and on the day. */
export function countCall(/** @type {Row} */ row, /** @type {number} */ now) {
  row.cycle_used++;
  row.day_counts = countedDays(row.day_counts, Math.floor(now / DAY_MS));
}

function countedDays(/** @type {string} */ text, /** @type {number} */ today) {
  const kept = text.split(',').filter((day) => Number.parseInt(day, 10) > today - 31);
  const last = kept.at(-1)?.split(':') ?? [];
  if (Number(last[0]) === today) kept[kept.length - 1] = `${today}:${Number(last[1]) + 1}:${last[2]}`;
  else kept.push(`${today}:1:0`);
  return kept.join();
}
