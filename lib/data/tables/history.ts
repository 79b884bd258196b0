import { type Kysely, sql } from 'kysely';
import type { History } from '@/lib/ports/bots';
import type { Schema } from '../schema';
import { COLUMNS, toBot } from './bot-row';

/** See Bots.listHistories. A loose index scan over the primary key: the cost grows with bots, not with reports. */
export async function listHistories(db: Kysely<Schema>, afterBotId: string, max: number): Promise<History[]> {
  const { rows: found } = await sql<{ bot_id: string; oldest_at_ms: number }>`
    WITH RECURSIVE history (bot_id, place) AS (
      SELECT (SELECT min(bot_id) FROM reports WHERE bot_id > ${afterBotId}), 1
      UNION ALL
      SELECT (SELECT min(r.bot_id) FROM reports r WHERE r.bot_id > history.bot_id), place + 1
      FROM history WHERE history.bot_id IS NOT NULL AND place < ${sql.lit(max)}
    )
    SELECT bot_id, (SELECT min(r.at_ms) FROM reports r WHERE r.bot_id = history.bot_id) AS oldest_at_ms
    FROM history WHERE bot_id IS NOT NULL ORDER BY place`.execute(db);
  if (found.length === 0) return [];
  const ids = found.map((row) => row.bot_id);
  const rows = await db.selectFrom('bots').select(COLUMNS).where('id', 'in', ids).execute();
  const bots = new Map(rows.map((row) => [row.id, toBot(row)]));
  return found.map(({ bot_id, oldest_at_ms }) => ({
    botId: bot_id,
    oldestAtMs: oldest_at_ms,
    bot: bots.get(bot_id) ?? null,
  }));
}

/** See Bots.pruneReports. */
export async function pruneReports(
  db: Kysely<Schema>,
  botId: string,
  beforeMs: number,
  max: number,
): Promise<boolean> {
  const firstToStay = await db
    .selectFrom('reports')
    .select(['at_ms', 'number'])
    .where('bot_id', '=', botId)
    .where('at_ms', '<', beforeMs)
    .orderBy('at_ms')
    .orderBy('number')
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  const old = db.deleteFrom('reports').where('bot_id', '=', botId);
  if (firstToStay === undefined) {
    await old.where('at_ms', '<', beforeMs).execute();
    return false;
  }
  const { at_ms, number } = firstToStay;
  await old
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at_ms', 'number'), '<', tuple(at_ms, number)))
    .execute();
  return true;
}
