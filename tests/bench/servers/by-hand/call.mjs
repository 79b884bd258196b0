import { countCall, enterCycle, isLive, PLANS, reportStatus } from './account.mjs';
import { accepted, headersOf, refusal, usage } from './response.mjs';

/** @typedef {import('./account.mjs').Row} Row */
/** @typedef {import('./request.mjs').Report} Report */
/** @typedef {{ status: number, headers: Record<string, string>, body: object, isCounted: boolean }} Decision */

const refused = (/** @type {number} */ status, headers = {}) =>
  /** @type {Decision} */ ({ status, headers, body: refusal(status), isCounted: false });

/**
 * Decides a call, and updates `row` if it is counted. Without a `report` it is a usage read; `null` is an invalid report.
 * @param {Row | undefined} row
 * @param {number} now
 * @param {Report | null} [report]
 * @returns {Decision}
 */
export function decide(row, now, report) {
  if (row === undefined || !isLive(row, now)) return refused(401);
  if (report === null) return refused(400);
  enterCycle(row, now);
  if (report === undefined) {
    const isCounted = row.cycle_used < PLANS[row.plan].calls;
    if (isCounted) countCall(row, now);
    return { status: 200, headers: headersOf(row, now), body: usage(row, now), isCounted };
  }
  const status = reportStatus(row, report.botId, now);
  if (status !== 200) return refused(status, headersOf(row, now));
  countCall(row, now);
  row.last_report_at_ms = now;
  row.reports_total++;
  return { status, headers: headersOf(row, now), body: accepted(row, report, now), isCounted: true };
}

export const cycleColumns = (/** @type {Row} */ row) => [
  row.cycle_index,
  row.cycle_used,
  row.left_cycles,
  row.day_counts,
];

/**
 * One call on SQLite, in a transaction that the caller has opened.
 * @param {ReturnType<typeof import('./sqlite.mjs').openDatabase>} sql
 * @param {string | null} keyHash
 * @param {Report | null} [report]
 */
export function call(sql, keyHash, report) {
  const now = Date.now();
  const row = /** @type {Row | undefined} */ (sql.ofKey.get(keyHash));
  const decision = decide(row, now, report);
  if (row === undefined || !decision.isCounted) return decision;
  if (report) {
    const counts = [report.serverCount, report.userCount, report.shardCount];
    sql.report.run(...cycleColumns(row), now, ...counts, row.reports_total, row.id);
    sql.insert.run(row.id, now, row.reports_total, ...counts);
  } else sql.count.run(...cycleColumns(row), row.id);
  return decision;
}
