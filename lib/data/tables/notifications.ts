import { type Kysely, type SqlBool, sql } from 'kysely';
import { decodeAlertSettings } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import type { NotificationPlace } from '@/lib/domain/alerts/notification';
import type { Notifications, NotificationsQuery } from '@/lib/ports/events';
import { toEvents } from '../event-row';
import type { Schema } from '../schema';
import { byBytes } from './paging';

const PLACE = sql`(e.due_at_ms, ${byBytes('e.id')})`;
const than = ({ atMs, eventId }: NotificationPlace) => sql`(${atMs}, ${eventId})`;

/** Concatenated, so that the index by owner is not walked for the few events of one of many bots. */
const ofBot = (botId: string, userId: string) =>
  sql<SqlBool>`e.bot_id = ${botId} and e.owner_id || '' = ${userId}`;
const ofOwner = (userId: string) => sql<SqlBool>`e.owner_id = ${userId}`;

/** From the newest on, one range of an index. The bot's row tells whether it still belongs to the person. */
const newest = (
  db: Kysely<Schema>,
  { userId, before, nowMs, max }: NotificationsQuery,
  botId: string | null = null,
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
    .where('e.type', '<>', 'webhook.test')
    // 0: it was no longer true when it was due.
    .where(sql<SqlBool>`coalesce(e.routed_at_ms, 1) <> 0`)
    .$if(before !== null, (all) => all.where(sql<SqlBool>`${PLACE} < ${before && than(before)}`))
    .orderBy('e.due_at_ms', 'desc')
    .orderBy(byBytes('e.id'), 'desc')
    .limit(max);

const isMuted = ({ settings_json, type }: { settings_json: string | null; type: EventType }): boolean =>
  settings_json !== null && decodeAlertSettings(settings_json)[type]?.isInApp === false;

export const notifications = (db: Kysely<Schema>): Notifications => ({
  async list(query) {
    const { botId, max } = query;
    const rows = await newest(db, query, botId).selectAll('e').select('b.name as bot_name').execute();
    const listed = rows.flatMap((row) =>
      toEvents([row]).map((event) => ({ event, botName: row.bot_name, isMuted: isMuted(row) })),
    );
    const last = rows.at(-1);
    if (rows.length < max || listed.length === max || last === undefined) return listed;
    // In place of those that were left out.
    const before = { atMs: last.due_at_ms, eventId: last.id };
    return [...listed, ...(await this.list({ ...query, before, max: max - listed.length }))];
  },
  async listAfter({ after, ...query }) {
    const rows = await newest(db, query)
      .select(['e.id', 'e.due_at_ms', 'e.type'])
      .$if(after !== null, (all) => all.where(sql<SqlBool>`${PLACE} > ${after && than(after)}`))
      .execute();
    return rows.map((row) => ({ eventId: row.id, atMs: row.due_at_ms, isMuted: isMuted(row) }));
  },
  async findReadMark(userId) {
    const row = await db
      .selectFrom('read_marks')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row === undefined ? null : { atMs: row.at_ms, eventId: row.event_id };
  },
  async raiseReadMark(userId, { atMs, eventId }) {
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
});
