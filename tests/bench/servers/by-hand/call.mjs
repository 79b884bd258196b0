import { countCall, DAY_MS, enterCycle, isLive, PLANS, reportStatus } from './account.mjs';
import { accepted, headersOf, refusal, usage } from './answer.mjs';

/** @typedef {import('./account.mjs').Row} Row */
/** @typedef {import('./request.mjs').Report} Report */
/** @typedef {{ status: number, headers: Record<string, string>, body: object }} Answer */

const NO_KEY = { status: 401, headers: {}, body: refusal(401) };

/**
 * One call on SQLite, inside a transaction that the caller has open: a usage read without a `report`.
 * @param {ReturnType<typeof import('./sqlite.mjs').openDatabase>} sql
 * @param {string | null} keyHash
 * @param {Report | null} [report]
 * @returns {Answer}
 */
export function call(sql, keyHash, report) {
  const now = Date.now();
  const row = /** @type {Row | undefined} */ (sql.ofKey.get(keyHash));
  if (row === undefined || !isLive(row, now)) return NO_KEY;
  if (report === null) return { status: 400, headers: {}, body: refusal(400) };
  enterCycle(row, now);
  if (report === undefined) return usageRead(sql, row, now);
  const status = reportStatus(row, report.botId, now);
  if (status !== 200) return { status, headers: headersOf(row, now), body: refusal(status) };
  countCall(row, now);
  row.last_report_at_ms = now;
  row.reports_total++;
  const { serverCount, userCount, shardCount } = report;
  const counts = [serverCount, userCount, shardCount];
  sql.report.run(...cycleColumns(row), now, ...counts, row.reports_total, row.id);
  sql.insert.run(row.id, now, row.reports_total, ...counts);
  sql.prune.run(row.id, row.id, now - PLANS[row.plan].historyDays * DAY_MS);
  return { status, headers: headersOf(row, now), body: accepted(row, report, now) };
}

function usageRead(
  /** @type {Parameters<typeof call>[0]} */ sql,
  /** @type {Row} */ row,
  /** @type {number} */ now,
) {
  if (row.cycle_used < PLANS[row.plan].calls) {
    countCall(row, now);
    sql.count.run(...cycleColumns(row), row.id);
  }
  return { status: 200, headers: headersOf(row, now), body: usage(row, now) };
}

const cycleColumns = (/** @type {Row} */ row) => [
  row.cycle_index,
  row.cycle_used,
  row.left_cycles,
  row.day_counts,
];
