import { type Kysely, sql } from 'kysely';
import type { Gap } from '@/lib/domain/gaps';
import { HOUR_MS } from '@/lib/domain/plan';
import { hourOf } from '@/lib/domain/summary';
import type { GapsQuery } from '@/lib/ports/history';
import { hourSql } from '../fold-sql';
import type { Schema } from '../schema';

/**
 * See History.gaps. Every hour and report covers a stretch of time, of length 0 if it is exact; the ends of the search
 * count as covered. A gap lies between one of them and what all before it cover.
 */
export async function gaps(db: Kysely<Schema>, query: GapsQuery): Promise<Gap[]> {
  const { botId, fromMs, toMs, exactFromMs, longerThanMs } = query;
  const [from, until, exactFrom, longerThan, firstHour, hour] = [
    ...[fromMs, toMs, exactFromMs, longerThanMs, hourOf(fromMs), HOUR_MS],
  ].map((ms) => sql.lit(ms));
  const { rows } = await sql<{ from_ms: number; until_ms: number }>`
    WITH covered AS (
      SELECT hour_ms + CASE WHEN hour_ms < ${exactFrom} THEN 0 ELSE first_offset_ms END AS from_ms,
        hour_ms + CASE WHEN hour_ms < ${exactFrom} THEN ${hour} ELSE last_offset_ms END AS until_ms
      FROM report_hours WHERE bot_id = ${botId} AND hour_ms >= ${firstHour} AND hour_ms < ${until}
      UNION ALL
      SELECT hour_ms, hour_ms + ${hour} FROM (
        SELECT DISTINCT ${sql.raw(hourSql('at_ms'))} AS hour_ms FROM reports
        WHERE bot_id = ${botId} AND at_ms >= ${firstHour} AND at_ms < ${until} AND at_ms < ${exactFrom}
      ) AS unfolded
      UNION ALL
      SELECT at_ms, at_ms FROM reports
      WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until} AND at_ms >= ${exactFrom}
      UNION ALL SELECT ${from}, ${from}
      UNION ALL SELECT ${until}, ${until}
    ), ordered AS (
      SELECT from_ms AS until_ms, max(until_ms) OVER (
        ORDER BY from_ms, until_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS from_ms
      FROM covered
    )
    SELECT from_ms, until_ms FROM ordered
    WHERE from_ms >= ${from} AND until_ms - from_ms > ${longerThan}
      AND (from_ms >= ${exactFrom} OR until_ms - from_ms >= ${hour})
    ORDER BY from_ms`.execute(db);
  return rows.map(({ from_ms, until_ms }) => ({ fromMs: Number(from_ms), toMs: Number(until_ms) }));
}
