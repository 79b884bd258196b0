import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '@/lib/domain/plan';
import type { SeriesPoint, SeriesQuery } from '@/lib/services/ports';
import type { Schema } from '../schema';

/** A year of a report a minute is half a million rows: read in slices, so that no slice holds up other calls. */
const SLICE_MS = 32 * DAY_MS;

/** See SeriesQuery. */
export async function series(
  db: Kysely<Schema>,
  { botId, fromMs, untilMs, bucketMs }: SeriesQuery,
): Promise<SeriesPoint[]> {
  const points: SeriesPoint[] = [];
  const sliceMs = Math.ceil(SLICE_MS / bucketMs) * bucketMs;
  // Aligned to buckets, so that none is cut in two.
  for (let from = Math.floor(fromMs / sliceMs) * sliceMs; from < untilMs; from += sliceMs) {
    const lastOfEach = db
      .selectFrom('reports')
      .where('bot_id', '=', botId)
      .where('at_ms', '>=', Math.max(from, fromMs))
      .where('at_ms', '<', Math.min(from + sliceMs, untilMs))
      .groupBy(sql`at_ms / ${sql.lit(bucketMs)}`)
      .select((eb) => eb.fn.max('at_ms').as('last_at_ms'))
      .as('last');
    const rows = await db
      .selectFrom('reports')
      .innerJoin(lastOfEach, 'last.last_at_ms', 'reports.at_ms')
      .where('bot_id', '=', botId)
      .select(['at_ms', 'server_count', 'user_count', 'shard_count'])
      .orderBy('at_ms')
      .orderBy('number')
      .execute();
    for (const row of rows) {
      // Several of one millisecond are possible after a clock step.
      if (points.at(-1)?.atMs === row.at_ms) points.pop();
      points.push({
        atMs: row.at_ms,
        serverCount: row.server_count,
        userCount: row.user_count,
        shardCount: row.shard_count,
      });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return points;
}
