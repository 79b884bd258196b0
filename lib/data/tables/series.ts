import { type Kysely, sql } from 'kysely';
import { hourOf, mergePoints, type Summary } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Schema } from '../schema';
import { lookupsOf } from './lookups';

/**
 * A bot's history from `fromMs` until `untilMs` in buckets of `bucketMs`, which start at multiples of it since 1970. An
 * hour that is kept as a summary belongs to the bucket of its last report.
 */
export type SeriesQuery = {
  readonly botId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly bucketMs: number;
};

type SeriesRow = {
  first_at_ms: number;
  server_first: number;
  user_first: number;
  at_ms: number;
  is_report: number;
  reports: number;
  server_count: number;
  server_min: number;
  server_max: number;
  user_count: number;
  user_min: number;
  user_max: number;
  shard_count: number;
};

/**
 * On SQLite a day of reports, up to and including the present one, takes 1 to 3 ms; a week of reports and a year of hours
 * up to ten times that.
 */
const FAST_SPAN_MS = DAY_MS + 1;
export const isFast = (fromMs: number, untilMs: number): boolean => untilMs - fromMs <= FAST_SPAN_MS;

/**
 * Aggregates hours and reports by bucket, then looks up the first and last values of each: one
 * statement, because between two of them a report could be folded.
 */
export async function series(
  db: Kysely<Schema>,
  { botId, fromMs, untilMs, bucketMs }: SeriesQuery,
): Promise<Summary[]> {
  const [from, until, bucket, firstHour] = [fromMs, untilMs, bucketMs, hourOf(fromMs)];
  const { hourAt, reportAt } = lookupsOf(db, botId);
  const { rows } = await sql<SeriesRow>`
    WITH hour_buckets AS MATERIALIZED (
      SELECT min(hour_ms) AS first_hour_ms, max(hour_ms) AS last_hour_ms,
        sum(reports) AS reports, min(server_min) AS server_min, max(server_max) AS server_max,
        min(user_min) AS user_min, max(user_max) AS user_max
      FROM report_hours
      WHERE bot_id = ${botId} AND hour_ms >= ${firstHour} AND hour_ms < ${until}
        AND hour_ms + last_offset_ms >= ${from} AND hour_ms + first_offset_ms < ${until}
      GROUP BY hour_ms + last_offset_ms - (hour_ms + last_offset_ms) % ${bucket}
    ), report_buckets AS MATERIALIZED (
      SELECT min(at_ms) AS first_at_ms, max(at_ms) AS last_at_ms,
        count(*) AS reports, min(server_count) AS server_min, max(server_count) AS server_max,
        min(user_count) AS user_min, max(user_count) AS user_max
      FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until}
      GROUP BY at_ms - at_ms % ${bucket}
    )
    SELECT f.hour_ms + f.first_offset_ms AS first_at_ms, f.server_first, f.user_first,
      h.hour_ms + h.last_offset_ms AS at_ms, 0 AS is_report, b.reports, h.server_last AS server_count,
      b.server_min, b.server_max, h.user_last AS user_count, b.user_min, b.user_max, h.shard_last AS shard_count
    FROM hour_buckets b
      CROSS JOIN ${hourAt(sql`b.first_hour_ms`, 'f')}
      CROSS JOIN ${hourAt(sql`b.last_hour_ms`, 'h')}
    UNION ALL
    SELECT f.at_ms, f.server_count, f.user_count, r.at_ms, 1, b.reports, r.server_count,
      b.server_min, b.server_max, r.user_count, b.user_min, b.user_max, r.shard_count
    FROM report_buckets b
      CROSS JOIN ${reportAt(sql`b.first_at_ms`, 'f', 'min')}
      CROSS JOIN ${reportAt(sql`b.last_at_ms`, 'r', 'max')}`.execute(db);
  const points = new Map<number, Summary>();
  // Hours first: their reports were accepted before those that are kept as they were sent.
  for (const point of rows.toSorted((a, b) => a.is_report - b.is_report).map(toPoint)) {
    const bucket = Math.floor(point.atMs / bucketMs);
    const before = points.get(bucket);
    points.set(bucket, before === undefined ? point : mergePoints(before, point));
  }
  return [...points].toSorted(([a], [b]) => a - b).map(([, point]) => point);
}

const toPoint = (row: SeriesRow): Summary => ({
  atMs: row.at_ms,
  reports: row.reports,
  firstAtMs: row.first_at_ms,
  first: { serverCount: row.server_first, userCount: row.user_first },
  serverCount: row.server_count,
  userCount: row.user_count,
  shardCount: row.shard_count,
  min: { serverCount: row.server_min, userCount: row.user_min },
  max: { serverCount: row.server_max, userCount: row.user_max },
});
