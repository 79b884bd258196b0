import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '@/lib/domain/plan';
import type { Counts } from '@/lib/domain/summary';
import type { ValuesQuery } from '@/lib/ports/history';
import type { Schema } from '../schema';

type ValueRow = { moment_ms: number; server_count: number; user_count: number };

/**
 * See History.valuesAt. Of an hour the first and the last report are known: in the newest hour that has one of them in time,
 * it is the last one if that is not after the moment. Each row is found by its key, so that the cost is that of the moments:
 * each moment has the bot's id, for the reason that `series` gives.
 */
export async function valuesAt(
  db: Kysely<Schema>,
  { botId, moments, ageMaxMs }: ValuesQuery,
): Promise<Map<number, Counts>> {
  if (moments.length === 0) return new Map();
  const list = sql.join(moments.map((atMs) => sql`(${sql.lit(atMs)})`));
  const [age, hours] = [ageMaxMs, ageMaxMs + HOUR_MS].map((ms) => sql.lit(ms));
  const isOver = sql`hour_ms + last_offset_ms <= moment_ms`;
  const either = (last: string, first: string) =>
    sql`CASE WHEN ${isOver} THEN ${sql.ref(last)} ELSE ${sql.ref(first)} END`;
  const { rows } = await sql<ValueRow>`
    WITH moments AS MATERIALIZED (SELECT ${botId} AS of_bot_id, column1 AS moment_ms FROM (VALUES ${list}) AS list)
    SELECT moment_ms, at_ms, 2 AS place, number, server_count, user_count
    FROM moments CROSS JOIN reports
    WHERE bot_id = of_bot_id AND at_ms = (
      SELECT max(at_ms) FROM reports WHERE bot_id = ${botId} AND at_ms >= moment_ms - ${age} AND at_ms <= moment_ms)
    UNION ALL
    SELECT moment_ms, hour_ms + ${either('last_offset_ms', 'first_offset_ms')}, 1, 0,
      ${either('server_last', 'server_first')}, ${either('user_last', 'user_first')}
    FROM moments CROSS JOIN report_hours
    WHERE bot_id = of_bot_id AND hour_ms = (
        SELECT max(hour_ms) FROM report_hours
        WHERE bot_id = ${botId} AND hour_ms > moment_ms - ${hours} AND hour_ms <= moment_ms
          AND hour_ms + first_offset_ms <= moment_ms AND hour_ms + last_offset_ms >= moment_ms - ${age})
      AND (${isOver} OR hour_ms + first_offset_ms >= moment_ms - ${age})
    ORDER BY at_ms, place, number`.execute(db);
  // The last of each moment stays.
  return new Map(
    rows.map((row) => [Number(row.moment_ms), { serverCount: row.server_count, userCount: row.user_count }]),
  );
}
