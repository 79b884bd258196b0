import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { decodeAlertSettings } from '@/lib/domain/alerts/alert-settings';
import { type EventType, HIDDEN_FROM_VIEWERS } from '@/lib/domain/alerts/event';
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

/** Whose events are read: of the bots that a person owns, or of those with which they have another role, by bot. */
type Roles = readonly Selectable<Schema['bot_people']>[] | null;

/** Since they joined; a viewer without what names addresses. */
const ofRoles = (roles: NonNullable<Roles>) =>
  sql<SqlBool>`e.owner_id <> '' and (${sql.join(
    roles.map(({ bot_id, joined_at_ms, role }) => {
      const shown = role === 'viewer' ? sql`and e.type not in (${sql.join(HIDDEN_FROM_VIEWERS)})` : sql``;
      return sql`(e.bot_id = ${bot_id} and e.due_at_ms >= ${joined_at_ms} ${shown})`;
    }),
    sql` or `,
  )})`;

/** From the newest on, for an owner one range of an index. The bot's row tells whether it still belongs to the person. */
const newest = (
  db: Kysely<Schema>,
  { userId, before, nowMs, max, isUnread = false }: NotificationsQuery,
  roles: Roles,
  botId: string | null = null,
  type: EventType | null = null,
) =>
  db
    .selectFrom('events as e')
    .innerJoin('bots as b', (join) =>
      join
        .onRef('b.id', '=', 'e.bot_id')
        .on(roles === null ? sql<SqlBool>`b.owner_id = ${userId}` : sql<SqlBool>`b.owner_id <> ${userId}`),
    )
    .leftJoin('alert_settings as s', (join) =>
      join.onRef('s.bot_id', '=', 'e.bot_id').on('s.user_id', '=', userId),
    )
    .select('s.settings_json')
    .where(roles !== null ? ofRoles(roles) : botId === null ? ofOwner(userId) : ofBot(botId, userId))
    .where('e.due_at_ms', '<=', nowMs)
    .where('e.type', type === null ? '<>' : '=', type ?? 'webhook.test')
    // 0: it was no longer true when it was due.
    .where(sql<SqlBool>`coalesce(e.routed_at_ms, 1) <> 0`)
    .$if(isUnread, (all) =>
      all
        // No parameter: the index of unread events has this condition.
        .where(
          roles === null
            ? sql<SqlBool>`e.is_read = 0`
            : sql<SqlBool>`e.id not in (select event_id from read_events where user_id = ${userId})`,
        )
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
 * The due events of bots that a person owns or has a role with, since then, as notifications; without tests of webhooks and
 * what was no longer true when it was due. And up to where each person has read them.
 */
export const notifications = (db: Kysely<Schema>) => ({
  /** Newest first, of one bot or of all, of some types or of all. */
  async list(
    query: NotificationsQuery & {
      readonly botId: string | null;
      readonly types: readonly EventType[] | null;
    },
  ): Promise<ListedNotification[]> {
    const { userId, botId, types, max } = query;
    const sources = await sourcesOf(db, userId, botId);
    const ofType = (type: EventType | null) =>
      inOrder(sources, (roles) =>
        newest(db, query, roles, botId, type).selectAll('e').select('b.name as bot_name').execute(),
      );
    // One range of an index for each type: the rest of a long list is not read.
    const rows = newestOf((await inOrder(types ?? [null], ofType)).flat(2), max);
    const read = new Set(sources.length === 1 ? [] : await readOf(db, userId, rows));
    const listed = rows.flatMap((row) =>
      toEvents([row]).map((event) => ({
        event,
        botName: row.bot_name,
        isRead: row.owner_id === userId ? row.is_read === 1 : read.has(row.id),
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
    const found = await inOrder(await sourcesOf(db, query.userId, null), (roles) =>
      newest(db, { ...query, isUnread: true }, roles)
        .select(['e.id', 'e.due_at_ms', 'e.type'])
        .execute(),
    );
    return newestOf(found.flat(), query.max).map((row) => ({
      eventId: row.id,
      atMs: row.due_at_ms,
      isMuted: isMuted(row),
    }));
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
    // The mark says it of all before it.
    await db.deleteFrom('read_events').where('user_id', '=', userId).where('due_at_ms', '<', atMs).execute();
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
    const [, roles] = await sourcesOf(db, userId, null);
    const others = roles
      ? await db
          .selectFrom('events as e')
          .select(['e.id', 'e.bot_id', 'e.due_at_ms'])
          .where('e.id', 'in', [...eventIds])
          .where('e.due_at_ms', '<=', nowMs)
          .where(ofRoles(roles))
          .execute()
      : [];
    if (others.length > 0)
      await db
        .insertInto('read_events')
        .values(
          others.map(({ id, bot_id, due_at_ms }) => ({ user_id: userId, event_id: id, bot_id, due_at_ms })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return numUpdatedRows > 0n || others.length > 0;
  },
});

/** The bots that a person owns, and, if there are any, those with which they have another role; or one of them. */
async function sourcesOf(db: Kysely<Schema>, userId: string, botId: string | null): Promise<Roles[]> {
  const roles = await db
    .selectFrom('bot_people')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(botId !== null, (all) => all.where('bot_id', '=', botId ?? ''))
    .execute();
  return roles.length === 0 ? [null] : [null, roles];
}

/** Those that a person has read by themselves, without their own bots'. */
async function readOf(db: Kysely<Schema>, userId: string, rows: readonly Placed[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const read = db.selectFrom('read_events').select('event_id').where('user_id', '=', userId);
  return (await read.where('event_id', 'in', ids).execute()).map(({ event_id }) => event_id);
}

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
