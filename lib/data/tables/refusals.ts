import { type Kysely, type Selectable, sql } from 'kysely';
import {
  ENDED_KEY_ERROR,
  REFUSALS_MAX,
  type RefusalGroup,
  type RefusalRow,
} from '@/lib/domain/reports/refusal';
import { withinCalendar } from '@/lib/domain/text/time';
import type { Schema } from '../schema';
import { byBytes } from './paging';

const toRow = (row: Selectable<Schema['refusals']>): RefusalRow => ({
  botId: row.bot_id,
  id: row.id,
  keyId: row.key_id,
  operation: row.endpoint,
  error: row.error,
  message: row.message,
  requestId: row.request_id,
  count: row.count,
  firstAtMs: withinCalendar(row.first_at_ms),
  lastAtMs: withinCalendar(row.last_at_ms),
  sent: row.sent,
});

const toColumns = (row: RefusalRow): Selectable<Schema['refusals']> => ({
  bot_id: row.botId,
  id: row.id,
  key_id: row.keyId,
  endpoint: row.operation,
  error: row.error,
  message: row.message,
  request_id: row.requestId,
  count: row.count,
  first_at_ms: row.firstAtMs,
  last_at_ms: row.lastAtMs,
  sent: row.sent,
});

/** What changes in the row of a sequence that continues. */
const CHANGING = ['message', 'request_id', 'sent', 'count', 'first_at_ms', 'last_at_ms'] as const;

/** Names a row. */
type RefusalRef = Pick<RefusalRow, 'botId' | 'id'>;

/** Refused calls by bot, one row a sequence; kept for REFUSALS_KEPT_MS. */
export const refusals = (db: Kysely<Schema>) => ({
  /** Rows of these bots whose last call was after `sinceMs`, in no order. */
  async listOpen(botIds: readonly string[], sinceMs: number) {
    if (botIds.length === 0) return [];
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .where('bot_id', 'in', botIds)
      .where('last_at_ms', '>', sinceMs)
      .execute();
    return rows.map(toRow);
  },
  /** A bot's rows whose last call was at `sinceMs` or later, the latest first; at most `max`. */
  async listOfBot(botId: string, sinceMs: number, max?: number) {
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('last_at_ms', '>=', sinceMs)
      .orderBy('last_at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .$if(max !== undefined, (all) => all.limit(max ?? 0))
      .execute();
    return rows.map(toRow);
  },
  /** The rows of all bots with the latest last calls, the latest first. */
  async listNewest(max: number) {
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .orderBy('last_at_ms', 'desc')
      .limit(max)
      .execute();
    return rows.map(toRow);
  },
  /** Inserts rows, or replaces those with the same bot and id. */
  async save(rows: readonly RefusalRow[]) {
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
  /** Deletes a bot's oldest rows of keys in that state beyond REFUSALS_MAX. */
  async dropOldest(botId: string, state: RefusalGroup) {
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
  /** Up to `max` rows whose last call was before `beforeMs`, the oldest first. */
  async listBefore(beforeMs: number, max: number, except: readonly string[]) {
    return db
      .selectFrom('refusals')
      .select(['bot_id as botId', 'id'])
      .where('last_at_ms', '<', beforeMs)
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .orderBy('last_at_ms')
      .limit(max)
      .execute();
  },
  async delete(rows: readonly RefusalRef[]) {
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
