import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '@/lib/domain/plan';
import type { Counts } from '@/lib/domain/summary';
import type { ValuesQuery } from '@/lib/ports/history';
import type { Schema } from '../schema';

type ValueRow = { moment_ms: number; server_count: number; user_count: number };

/** See History.valuesAt. Of an hour the first and the last report are known. */
export async function valuesAt(
  db: Kysely<Schema>,
  { botId, moments, ageMaxMs }: ValuesQuery,
): Promise<Map<number, Counts>> {
  if (moments.length === 0) return new Map();
  const list = sql.join(moments.map((atMs) => sql`(${sql.lit(atMs)})`));
  const [age, hours] = [ageMaxMs, ageMaxMs + HOUR_MS].map((ms) => sql.lit(ms));
  const ofHours = (offset: string, servers: string, users: string, place: number) => sql`
    SELECT moment_ms, hour_ms + ${sql.ref(offset)}, ${sql.lit(place)}, 0, ${sql.ref(servers)}, ${sql.ref(users)}
    FROM moments CROSS JOIN report_hours
    WHERE bot_id = ${botId} AND hour_ms > moment_ms - ${hours} AND hour_ms <= moment_ms
      AND hour_ms + ${sql.ref(offset)} >= moment_ms - ${age} AND hour_ms + ${sql.ref(offset)} <= moment_ms`;
  const { rows } = await sql<ValueRow>`
    WITH moments (moment_ms) AS (VALUES ${list})
    SELECT moment_ms, at_ms, 2 AS place, number, server_count, user_count
    FROM moments CROSS JOIN reports
    WHERE bot_id = ${botId} AND at_ms >= moment_ms - ${age} AND at_ms <= moment_ms
    UNION ALL ${ofHours('first_offset_ms', 'server_first', 'user_first', 0)}
    UNION ALL ${ofHours('last_offset_ms', 'server_last', 'user_last', 1)}
    ORDER BY at_ms, place, number`.execute(db);
  // The last of each moment stays.
  return new Map(
    rows.map((row) => [Number(row.moment_ms), { serverCount: row.server_count, userCount: row.user_count }]),
  );
}
