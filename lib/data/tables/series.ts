import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '@/lib/domain/plan';
import { hourOf, mergePoints, type SeriesPoint } from '@/lib/domain/summary';
import type { SeriesQuery } from '@/lib/ports/history';
import type { Schema } from '../schema';

type SeriesRow = {
  at_ms: number;
  reports: number;
  server_count: number;
  server_min: number;
  server_max: number;
  user_count: number;
  user_min: number;
  user_max: number;
  shard_count: number;
};

/** A day of reports takes about a millisecond; a year of hours and a week of reports up to ten times that. */
const FAST_SPAN_MS = DAY_MS;

/**
 * See History.series. Aggregates hours and reports by bucket, then looks up the last values of each: one statement,
 * because between two of them a report could be folded. `slowReads` is for queries that would block calls.
 */
export async function series(
  db: Kysely<Schema>,
  slowReads: Kysely<Schema>,
  { botId, fromMs, untilMs, bucketMs }: SeriesQuery,
): Promise<SeriesPoint[]> {
  const [from, until, bucket, firstHour] = [fromMs, untilMs, bucketMs, hourOf(fromMs)].map((ms) =>
    sql.lit(ms),
  );
  const { rows } = await sql<SeriesRow>`
    WITH hour_buckets AS MATERIALIZED (
      SELECT max(hour_ms) AS last_hour_ms, sum(reports) AS reports, min(server_min) AS server_min,
        max(server_max) AS server_max, min(user_min) AS user_min, max(user_max) AS user_max
      FROM report_hours
      WHERE bot_id = ${botId} AND hour_ms >= ${firstHour} AND hour_ms < ${until}
        AND hour_ms + last_offset_ms >= ${from} AND hour_ms + first_offset_ms < ${until}
      GROUP BY hour_ms + last_offset_ms - (hour_ms + last_offset_ms) % ${bucket}
    ), report_buckets AS MATERIALIZED (
      SELECT max(at_ms) AS last_at_ms, count(*) AS reports, min(server_count) AS server_min,
        max(server_count) AS server_max, min(user_count) AS user_min, max(user_count) AS user_max
      FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until}
      GROUP BY at_ms - at_ms % ${bucket}
    )
    SELECT h.hour_ms + h.last_offset_ms AS at_ms, 0 AS is_report, b.reports, h.server_last AS server_count,
      b.server_min, b.server_max, h.user_last AS user_count, b.user_min, b.user_max, h.shard_last AS shard_count
    FROM hour_buckets b CROSS JOIN report_hours h WHERE h.bot_id = ${botId} AND h.hour_ms = b.last_hour_ms
    UNION ALL
    SELECT r.at_ms, 1, b.reports, r.server_count,
      b.server_min, b.server_max, r.user_count, b.user_min, b.user_max, r.shard_count
    FROM report_buckets b CROSS JOIN reports r WHERE r.bot_id = ${botId} AND r.at_ms = b.last_at_ms
      AND r.number = (SELECT max(number) FROM reports WHERE bot_id = ${botId} AND at_ms = b.last_at_ms)
    ORDER BY at_ms, is_report`.execute(untilMs - fromMs > FAST_SPAN_MS ? slowReads : db);
  const points: SeriesPoint[] = [];
  for (const point of rows.map(toPoint)) {
    const before = points.at(-1);
    const isSameBucket =
      before !== undefined && Math.floor(before.atMs / bucketMs) === Math.floor(point.atMs / bucketMs);
    if (isSameBucket) points.pop();
    points.push(isSameBucket ? mergePoints(before, point) : point);
  }
  return points;
}

const toPoint = (row: SeriesRow): SeriesPoint => ({
  atMs: row.at_ms,
  reports: row.reports,
  serverCount: row.server_count,
  userCount: row.user_count,
  shardCount: row.shard_count,
  min: { serverCount: row.server_min, userCount: row.user_min },
  max: { serverCount: row.server_max, userCount: row.user_max },
});
