import { type Kysely, sql } from 'kysely';
import type { TimedReport } from '@/lib/domain/report';
import type { SeriesQuery } from '@/lib/ports/history';
import type { Schema } from '../schema';

type ReportRow = { at_ms: number; server_count: number; user_count: number; shard_count: number };

/**
 * See History.lastReports. A loose index scan from bucket to bucket over the primary key, newest first: the cost grows
 * with the reports returned, so that a list can show it for many bots. Each step has the bot's id, for the reason that `series` gives.
 */
export async function lastReports(
  db: Kysely<Schema>,
  { botId, fromMs, untilMs, bucketMs }: SeriesQuery,
): Promise<TimedReport[]> {
  const [from, until, bucket] = [fromMs, untilMs, bucketMs].map((ms) => sql.lit(ms));
  const { rows } = await sql<ReportRow>`
    WITH RECURSIVE newest (of_bot_id, at_ms) AS (
      SELECT ${botId}, (SELECT max(at_ms) FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until})
      UNION ALL
      SELECT of_bot_id, (
        SELECT max(r.at_ms) FROM reports r
        WHERE r.bot_id = ${botId} AND r.at_ms >= ${from} AND r.at_ms < newest.at_ms / ${bucket} * ${bucket}
      ) FROM newest WHERE newest.at_ms IS NOT NULL
    )
    SELECT r.at_ms, r.server_count, r.user_count, r.shard_count
    FROM newest CROSS JOIN reports r
    WHERE r.bot_id = newest.of_bot_id AND r.at_ms = newest.at_ms
    ORDER BY r.at_ms, r.number`.execute(db);
  const points: TimedReport[] = [];
  for (const row of rows) {
    // After a clock step two reports can have the same millisecond.
    if (points.at(-1)?.atMs === row.at_ms) points.pop();
    points.push({
      atMs: row.at_ms,
      serverCount: row.server_count,
      userCount: row.user_count,
      shardCount: row.shard_count,
    });
  }
  return points;
}
