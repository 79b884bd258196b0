import type { Account } from '@/lib/domain/bots/account';
import { foldedBeforeMs } from '@/lib/domain/history/history';
import { type HourSummary, hourOf, mergeSummaries, summarize } from '@/lib/domain/history/summary';
import { PLANS } from '@/lib/domain/quota/plan';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import type { TimedReport } from '@/lib/domain/reports/report';
import { ACCOUNT_COLUMNS, toColumns, toPartColumns } from '../account-row';
import { CALL_ROWS } from '../call-writes';
import type { Database } from './driver.mjs';

/**
 * Inserts a bot with past reports, in ascending order, and earlier parts of its usage, into a scratch database, as metered calls would have left it at
 * `nowMs`.
 */
export function seedBot(
  database: Database,
  account: Account,
  ownerId: string,
  { reports, parts }: { readonly reports: Iterable<TimedReport>; readonly parts: readonly UsagePart[] },
  nowMs: number,
): void {
  const columns = [
    'id',
    'name',
    'owner_id',
    'plan',
    'former_history_days',
    'registered_at_ms',
    ...ACCOUNT_COLUMNS,
  ];
  const { botId, name, plan, registeredAtMs } = account;
  const writeBot = insertInto(database, 'bots', columns);
  const writePart = insertInto(database, 'usage_parts', ['bot_id', ...CALL_ROWS.usage_parts]);
  const writeReport = insertInto(database, 'reports', ['bot_id', ...CALL_ROWS.reports]);
  const writeHour = insertInto(database, 'report_hours', HOUR_COLUMNS);
  database.transaction(() => {
    writeBot(botId, name, ownerId, plan, PLANS[plan].historyDays, registeredAtMs, ...toColumns(account));
    const hours = new Map<number, HourSummary>();
    let number = 0;
    for (const report of reports) {
      number++;
      const own = report.atMs < foldedBeforeMs(nowMs) ? summarize([report]) : null;
      if (own === null) {
        writeReport(botId, report.atMs, number, report.serverCount, report.userCount, report.shardCount);
      } else {
        const before = hours.get(hourOf(report.atMs));
        hours.set(hourOf(report.atMs), before === undefined ? own : mergeSummaries(before, own));
      }
    }
    for (const part of parts) writePart(botId, ...toPartColumns(part));
    for (const [hourMs, hour] of hours) writeHour(botId, hourMs, ...toHourColumns(hour, hourMs));
  })();
}

function insertInto(database: Database, table: string, columns: readonly string[]) {
  const values = columns.map(() => '?').join();
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${values})`);
  return (...row: (string | number | null)[]) => void insert.run(...row);
}

const HOUR_COLUMNS = [
  'bot_id',
  'hour_ms',
  'reports',
  'first_offset_ms',
  'last_offset_ms',
  'longest_gap_ms',
  'server_first',
  'server_last',
  'server_min',
  'server_max',
  'shard_last',
  'user_first',
  'user_last',
  'user_min',
  'user_max',
];

/** Values for HOUR_COLUMNS after the key. */
function toHourColumns(hour: HourSummary, hourMs: number): number[] {
  const { first, min, max } = hour;
  return [
    hour.reports,
    hour.firstAtMs - hourMs,
    hour.atMs - hourMs,
    hour.longestGapMs,
    first.serverCount,
    hour.serverCount,
    min.serverCount,
    max.serverCount,
    hour.shardCount,
    first.userCount,
    hour.userCount,
    min.userCount,
    max.userCount,
  ];
}
