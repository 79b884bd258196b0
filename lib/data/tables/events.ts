import type { ExpressionBuilder, Kysely } from 'kysely';
import { EVENT_TYPES, type EventType, type NewEvent, UNLISTED_TYPES } from '@/lib/domain/alerts/event';
import { OUTAGE_DELAY_MS } from '@/lib/domain/silences/silence';
import { toEvent, toEventRow, toEvents } from '../event-row';
import type { Schema } from '../schema';
import { inChunks, waitingIn } from './paging';

/** Selects events of some types that happened until a moment. */
type EventFilter = { readonly types: readonly EventType[]; readonly untilMs: number };

/**
 * The events of bots (contract section 9). Metered calls write theirs as effects (lib/domain/reports/effect.ts).
 * `onInsert` is called when events are written, before the commit.
 */
export const events = (db: Kysely<Schema>, onInsert = () => {}) => ({
  /**
   * Writes each event, unless its bot has one of this type and period. An event that the bot's owner or a manager (`actor`)
   * caused is marked as read for them.
   */
  async insert(all: readonly NewEvent[], actor?: string) {
    if (all.length === 0) return;
    onInsert();
    const listed = all.filter(({ type }) => !UNLISTED_TYPES.includes(type));
    const owners = await ownersOf(db, [...new Set(listed.map(({ data }) => data.botId))]);
    const rows = all.map((event) => {
      // No person's list has them.
      if (UNLISTED_TYPES.includes(event.type)) return { ...toEventRow(event), owner_id: '', is_read: 1 };
      const owner = owners.get(event.data.botId) ?? '';
      return { ...toEventRow(event), owner_id: owner, is_read: owner === actor ? 1 : 0 };
    });
    await db
      .insertInto('events')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['bot_id', 'type', 'period']).doNothing())
      .execute();
    const ofOthers = rows.filter(({ is_read }) => is_read === 0);
    if (actor === undefined || ofOthers.length === 0) return;
    const bots = ofOthers.map(({ bot_id }) => bot_id);
    const ofActor = db.selectFrom('bot_people').select('bot_id').where('user_id', '=', actor);
    const roles = new Set((await ofActor.where('bot_id', 'in', bots).execute()).map(({ bot_id }) => bot_id));
    const read = ofOthers
      .filter(({ bot_id }) => roles.has(bot_id))
      .map(({ id, bot_id, due_at_ms }) => ({ user_id: actor, event_id: id, bot_id, due_at_ms }));
    if (read.length > 0) await db.insertInto('read_events').values(read).execute();
  },
  /** In any order, without unknown ones and those that cannot be read. */
  async listByIds(ids: readonly string[]) {
    return inChunks(ids, async (some) =>
      toEvents(await db.selectFrom('events').selectAll().where('id', 'in', some).execute()),
    );
  },
  /**
   * A bot's latest events at `sinceMs` or later, the latest first: without those of votes, unless `only` asks for them,
   * and without those that cannot be read.
   */
  async listOfBot(botId: string, sinceMs: number, max: number, only?: EventFilter) {
    const latest = db
      .selectFrom('events')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('at_ms', '>=', sinceMs)
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc');
    const selected = only
      ? latest.where('type', 'in', only.types).where('at_ms', '<=', only.untilMs)
      : latest.where('type', 'not in', UNLISTED_TYPES);
    return toEvents(await selected.limit(max).execute());
  },
  /** How many events have no deliveries and mails yet, and since when the first is due. */
  waiting: () => waitingIn(db, 'events'),
  /** Up to `max` events from before `beforeMs`, the oldest first. */
  async listBefore(beforeMs: number, max: number, except: readonly string[]) {
    const old = db.selectFrom('events').select('id').where('at_ms', '<', beforeMs).orderBy('at_ms');
    return old
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .limit(max)
      .execute();
  },
  async delete(ids: readonly string[]) {
    await db.deleteFrom('events').where('id', 'in', ids).execute();
  },
  /** Up to `max` events without deliveries and mails that are due, the longest due first. */
  async listUnrouted(nowMs: number, max: number, except: readonly string[]) {
    // None waits longer, unless the clock was set back.
    const isDue = ({ eb, or }: ExpressionBuilder<Schema, 'events'>) =>
      or([eb('due_at_ms', '<=', nowMs), eb('due_at_ms', '>', nowMs + OUTAGE_DELAY_MS)]);
    return unrouted(db)
      .select(['id', 'bot_id as botId'])
      .where('type', 'in', EVENT_TYPES)
      .where(isDue)
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .limit(max)
      .execute();
  },
  /** Of these events, those without deliveries and mails, the longest due first. Rejects if one cannot be read. */
  async listUnroutedOf(ids: readonly string[]) {
    if (ids.length === 0) return [];
    return (await unrouted(db).selectAll().where('id', 'in', ids).execute()).map(toEvent);
  },
  /** Records when the deliveries and mails of events were created. */
  async setRouted(ids: readonly string[], atMs: number) {
    if (ids.length === 0) return;
    await db.updateTable('events').set({ routed_at_ms: atMs }).where('id', 'in', ids).execute();
  },
  /** Marks events that were no longer true when they were due: nothing is sent of them. */
  async markUnsent(ids: readonly string[]) {
    if (ids.length === 0) return;
    await db.updateTable('events').set({ routed_at_ms: NEVER_SENT }).where('id', 'in', ids).execute();
  },
  /** The event of a bot, type and period, if its deliveries and mails were created. */
  async findNotified(botId: string, type: EventType, period: string) {
    const routed = db
      .selectFrom('events')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('type', '=', type)
      .where('period', '=', period)
      .where('routed_at_ms', '>', NEVER_SENT);
    return toEvents(await routed.execute())[0] ?? null;
  },
});

/** In place of the time at which deliveries were created. */
const NEVER_SENT = 0;

const unrouted = (db: Kysely<Schema>) =>
  db.selectFrom('events').where('routed_at_ms', 'is', null).orderBy('due_at_ms').orderBy('id');

/** Without bots that were deleted meanwhile. Read first: Citus refuses subqueries in an INSERT. */
async function ownersOf(db: Kysely<Schema>, botIds: readonly string[]): Promise<Map<string, string>> {
  if (botIds.length === 0) return new Map();
  const rows = await db.selectFrom('bots').select(['id', 'owner_id']).where('id', 'in', botIds).execute();
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}
