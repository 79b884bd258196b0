import { type Kysely, type SqlBool, sql } from 'kysely';
import { decodeAlertSettings } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import { isLater, type ListedNotification, type NotificationCursor } from '@/lib/domain/alerts/notification';
import { toEvents } from '../event-row';
import type { Schema } from '../schema';
import { byBytes } from './paging';

const PLACE = sql`(e.due_at_ms, ${byBytes('e.id')})`;
const than = ({ atMs, eventId }: NotificationCursor) => sql`(${atMs}, ${eventId})`;

/** Concatenated, so that the index by owner is not walked for the few events of one of many bots. */
const ofBot = (botId: string, userId: string) =>
  sql<SqlBool>`e.bot_id = ${botId} and e.owner_id || '' = ${userId}`;
const ofOwner = (userId: string) => sql<SqlBool>`e.owner_id = ${userId}`;

const markOf = (userId: string, column: string) =>
  sql`(select ${sql.ref(column)} from read_marks where user_id = ${userId})`;

type NotificationsQuery = {
  readonly userId: string;
  /** Only earlier ones; `null` for the latest. */
  readonly before: NotificationCursor | null;
  readonly nowMs: number;
  readonly max: number;
  /** Whether those that were read, by themselves or up to the mark, are left out. */
  readonly isUnread?: boolean;
};

/** From the newest on, one range of an index. The bot's row tells whether it still belongs to the person. */
const newest = (
  db: Kysely<Schema>,
  { userId, before, nowMs, max, isUnread = false }: NotificationsQuery,
  botId: string | null = null,
  type: EventType | null = null,
) =>
  db
    .selectFrom('events as e')
    .innerJoin('bots as b', (join) => join.onRef('b.id', '=', 'e.bot_id').on('b.owner_id', '=', userId))
    .leftJoin('alert_settings as s', (join) =>
      join.onRef('s.bot_id', '=', 'e.bot_id').on('s.user_id', '=', userId),
    )
    .select('s.settings_json')
    .where(botId === null ? ofOwner(userId) : ofBot(botId, userId))
    .where('e.due_at_ms', '<=', nowMs)
    .where('e.type', type === null ? '<>' : '=', type ?? 'webhook.test')
    // 0: it was no longer true when it was due.
    .where(sql<SqlBool>`coalesce(e.routed_at_ms, 1) <> 0`)
    .$if(isUnread, (all) =>
      all
        // No parameter: the index of unread events has this condition.
        .where(sql<SqlBool>`e.is_read = 0`)
        .where(
          sql<SqlBool>`${PLACE} > (coalesce(${markOf(userId, 'at_ms')}, -1), coalesce(${markOf(userId, 'event_id')}, ''))`,
        ),
    )
    .$if(before !== null, (all) => all.where(sql<SqlBool>`${PLACE} < ${before && than(before)}`))
    .orderBy('e.due_at_ms', 'desc')
    .orderBy(byBytes('e.id'), 'desc')
    .limit(max);

const isMuted = ({ settings_json, type }: { settings_json: string | null; type: EventType }): boolean =>
  settings_json !== null && decodeAlertSettings(settings_json)[type]?.isInApp === false;

/**
 * The due events of bots that a person owns, since they own them, as notifications; without tests of webhooks and what
 * was no longer true when it was due. And up to where each person has read them.
 */
export const notifications = (db: Kysely<Schema>) => ({
  /** Newest first, of one bot or of all, of some types or of all. */
  async list(
    query: NotificationsQuery & {
      readonly botId: string | null;
      readonly types: readonly EventType[] | null;
    },
  ): Promise<ListedNotification[]> {
    const { botId, types, max } = query;
    const ofType = (type: EventType | null) =>
      newest(db, query, botId, type).selectAll('e').select('b.name as bot_name').execute();
    // One range of an index for each type: the rest of a long list is not read.
    const rows = types === null ? await ofType(null) : newestOf((await inOrder(types, ofType)).flat(), max);
    const listed = rows.flatMap((row) =>
      toEvents([row]).map((event) => ({
        event,
        botName: row.bot_name,
        isRead: row.is_read === 1,
        isMuted: isMuted(row),
      })),
    );
    const last = rows.at(-1);
    if (rows.length < max || listed.length === max || last === undefined) return listed;
    // In place of those that were left out.
    const before = { atMs: last.due_at_ms, eventId: last.id };
    return [...listed, ...(await this.list({ ...query, before, max: max - listed.length }))];
  },
  /** What `list` gives of unread ones for all bots and types, without the events. */
  async listUnread(query: NotificationsQuery) {
    const rows = await newest(db, { ...query, isUnread: true })
      .select(['e.id', 'e.due_at_ms', 'e.type'])
      .execute();
    return rows.map((row) => ({ eventId: row.id, atMs: row.due_at_ms, isMuted: isMuted(row) }));
  },
  /** Up to where a person has read; `null` if they never did. */
  async findReadMark(userId: string): Promise<NotificationCursor | null> {
    const row = await db
      .selectFrom('read_marks')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row === undefined ? null : { atMs: row.at_ms, eventId: row.event_id };
  },
  /** Moves the mark forward; a mark that is later stays. */
  async raiseReadMark(userId: string, { atMs, eventId }: NotificationCursor) {
    const isLater = sql<SqlBool>`(excluded.at_ms, ${byBytes('excluded.event_id')}) >
      (read_marks.at_ms, ${byBytes('read_marks.event_id')})`;
    await db
      .insertInto('read_marks')
      .values({ user_id: userId, at_ms: atMs, event_id: eventId })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ at_ms: atMs, event_id: eventId }).where(isLater),
      )
      .execute();
  },
  /** Marks some as read by their person; returns whether any of them exists. */
  async setRead(userId: string, eventIds: readonly string[], nowMs: number) {
    const { numUpdatedRows } = await db
      .updateTable('events')
      .set({ is_read: 1 })
      .where('id', 'in', [...eventIds])
      .where('owner_id', '=', userId)
      .where('due_at_ms', '<=', nowMs)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});

type Placed = { readonly id: string; readonly due_at_ms: number };

function newestOf<Row extends Placed>(rows: readonly Row[], max: number): Row[] {
  const place = ({ id, due_at_ms }: Row) => ({ atMs: due_at_ms, eventId: id });
  return rows.toSorted((a, b) => (isLater(place(a), place(b)) ? -1 : 1)).slice(0, max);
}

/** One after the other: a transaction has one connection. */
async function inOrder<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await run(one));
  return results;
}
