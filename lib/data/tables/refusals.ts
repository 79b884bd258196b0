import { type Kysely, type Selectable, sql } from 'kysely';
import { withinCalendar } from '@/lib/domain/iso-time';
import { ENDED_KEY_ERROR, REFUSALS_MAX, type RefusalRow } from '@/lib/domain/refusal';
import type { Refusals } from '@/lib/ports/logs';
import type { Schema } from '../schema';
import { byBytes } from './paging';

const toRow = (row: Selectable<Schema['refusals']>): RefusalRow => ({
  botId: row.bot_id,
  id: row.id,
  keyId: row.key_id,
  endpoint: row.endpoint,
  error: row.error,
  message: row.message,
  requestId: row.request_id,
  count: row.count,
  firstAtMs: withinCalendar(row.first_at_ms),
  lastAtMs: withinCalendar(row.last_at_ms),
});

const toColumns = (row: RefusalRow): Selectable<Schema['refusals']> => ({
  bot_id: row.botId,
  id: row.id,
  key_id: row.keyId,
  endpoint: row.endpoint,
  error: row.error,
  message: row.message,
  request_id: row.requestId,
  count: row.count,
  first_at_ms: row.firstAtMs,
  last_at_ms: row.lastAtMs,
});

/** What changes in the row of a sequence that continues. */
const CHANGING = ['message', 'request_id', 'count', 'first_at_ms', 'last_at_ms'] as const;

export const refusals = (db: Kysely<Schema>): Refusals => ({
  async listOpen(botIds, sinceMs) {
    if (botIds.length === 0) return [];
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .where('bot_id', 'in', botIds)
      .where('last_at_ms', '>', sinceMs)
      .execute();
    return rows.map(toRow);
  },
  async listOfBot(botId, sinceMs) {
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('last_at_ms', '>=', sinceMs)
      .orderBy('last_at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .execute();
    return rows.map(toRow);
  },
  async save(rows) {
    if (rows.length === 0) return;
    await db
      .insertInto('refusals')
      .values(rows.map(toColumns))
      .onConflict((on) =>
        on
          .columns(['bot_id', 'id'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(CHANGING.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  },
  async dropOldest(botId, state) {
    const ofState = sql<boolean>`error ${state === 'ended' ? sql`=` : sql`<>`} ${ENDED_KEY_ERROR}`;
    const newestBeyond = db
      .selectFrom('refusals')
      .select(['last_at_ms', 'id'])
      .where('bot_id', '=', botId)
      .where(ofState)
      .orderBy('last_at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .offset(REFUSALS_MAX[state])
      .limit(1);
    await db
      .deleteFrom('refusals')
      .where('bot_id', '=', botId)
      .where(ofState)
      .where(sql<boolean>`(last_at_ms, ${byBytes('id')}) <= ${newestBeyond}`)
      .execute();
  },
  async listBefore(beforeMs, max, except) {
    return db
      .selectFrom('refusals')
      .select(['bot_id as botId', 'id'])
      .where('last_at_ms', '<', beforeMs)
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .orderBy('last_at_ms')
      .limit(max)
      .execute();
  },
  async delete(rows) {
    // The ids are random, so they are unique among all bots.
    await db
      .deleteFrom('refusals')
      .where('bot_id', 'in', [...new Set(rows.map(({ botId }) => botId))])
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  },
});
