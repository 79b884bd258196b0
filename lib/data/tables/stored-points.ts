import { type Kysely, sql } from 'kysely';
import type { StoredPoint } from '@/lib/domain/stored-point';
import { hourOf } from '@/lib/domain/summary';
import type { StoredPointsQuery } from '@/lib/ports/history';
import type { Schema } from '../schema';

type StoredRow = {
  at_ms: number;
  hour_ms: number | null;
  first_at_ms: number;
  reports: number;
  server_first: number;
  server_count: number;
  server_min: number;
  server_max: number;
  user_first: number;
  user_count: number;
  user_min: number;
  user_max: number;
  shard_count: number;
};

/**
 * See History.page. Both tables are read along their primary keys from the place where the page begins, so the cost
 * does not grow with what lies before it.
 */
export async function storedPoints(db: Kysely<Schema>, query: StoredPointsQuery): Promise<StoredPoint[]> {
  const { botId, order, after, max } = query;
  const isNewestFirst = order === 'newest';
  const direction = sql.raw(isNewestFirst ? 'DESC' : 'ASC');
  const fromMs = isNewestFirst || after === null ? query.fromMs : Math.max(query.fromMs, after.atMs);
  const untilMs = !isNewestFirst || after === null ? query.untilMs : Math.min(query.untilMs, after.atMs + 1);
  const skip = after?.skip ?? 0;
  const [from, until, firstHour, limit, offset] = [fromMs, untilMs, hourOf(fromMs), skip + max, skip].map(
    (n) => sql.lit(n),
  );
  const { rows } = await sql<StoredRow>`
    SELECT * FROM (
      SELECT hour_ms + last_offset_ms AS at_ms, 0 AS number, hour_ms, hour_ms + first_offset_ms AS first_at_ms, reports, server_first,
        server_last AS server_count, server_min, server_max, user_first, user_last AS user_count, user_min, user_max,
        shard_last AS shard_count
      FROM report_hours
      WHERE bot_id = ${botId} AND hour_ms >= ${firstHour} AND hour_ms < ${until}
        AND hour_ms + last_offset_ms >= ${from} AND hour_ms + last_offset_ms < ${until}
      ORDER BY hour_ms ${direction} LIMIT ${limit}
    ) hours
    UNION ALL
    SELECT * FROM (
      SELECT at_ms, number, CAST(NULL AS bigint) AS hour_ms, at_ms AS first_at_ms, 1 AS reports, server_count AS server_first, server_count,
        server_count AS server_min, server_count AS server_max, user_count AS user_first, user_count,
        user_count AS user_min, user_count AS user_max, shard_count
      FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until}
      ORDER BY at_ms ${direction}, number ${direction} LIMIT ${limit}
    ) single
    ORDER BY at_ms ${direction}, number ${direction} LIMIT ${sql.lit(max)} OFFSET ${offset}`.execute(db);
  return rows.map(toStoredPoint);
}

const toStoredPoint = (row: StoredRow): StoredPoint => ({
  atMs: row.at_ms,
  hourMs: row.hour_ms,
  firstAtMs: row.first_at_ms,
  reports: row.reports,
  serverCount: row.server_count,
  userCount: row.user_count,
  shardCount: row.shard_count,
  first: { serverCount: row.server_first, userCount: row.user_first },
  min: { serverCount: row.server_min, userCount: row.user_min },
  max: { serverCount: row.server_max, userCount: row.user_max },
});
