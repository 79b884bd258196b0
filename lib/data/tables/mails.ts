import type { Kysely, Selectable } from 'kysely';
import type { Mail } from '@/lib/domain/alerts/mail';
import type { Mails } from '@/lib/ports/events';
import type { Schema } from '../schema';
import { byBytes, waitingIn } from './paging';

const toMail = (row: Selectable<Schema['mails']>): Mail => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id,
  botId: row.bot_id,
  eventId: row.event_id,
  recipient: row.recipient,
  sealed: row.sealed,
  createdAtMs: row.created_at_ms,
  tries: row.tries,
  messageId: row.message_id,
});

/** The user id of mails whose person is not known yet. */
const UNKNOWN = '';

const NEW = {
  ...({ tried_at_ms: null, state: 'waiting' } as const),
  tries: 0,
  message_id: '',
  reason: '',
};

export const mails = (db: Kysely<Schema>): Mails => {
  const dueOf = async (userId: string, nowMs: number, max: number, except: readonly string[]) => {
    const all = db.selectFrom('mails').selectAll().where('user_id', '=', userId);
    const due = all.$if(except.length > 0, (some) => some.where('id', 'not in', except));
    const oldest = due.where('next_at_ms', '<=', nowMs).orderBy('created_at_ms').orderBy(byBytes('id'));
    return (await oldest.limit(max).execute()).map(toMail);
  };
  const change = (ids: readonly string[]) =>
    db.updateTable('mails').where('id', 'in', ids).where('state', '=', 'waiting');
  return {
    async insert(all, nowMs) {
      if (all.length === 0) return;
      const rows = all.map(({ userId, botId, eventId, ...mail }) => ({
        ...mail,
        user_id: userId,
        bot_id: botId,
        event_id: eventId,
        ...NEW,
        created_at_ms: nowMs,
        next_at_ms: nowMs,
      }));
      const insert = db.insertInto('mails').values(rows);
      await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute();
    },
    async listDuePeople(nowMs, max, except) {
      const all = db.selectFrom('mails').select('user_id').where('next_at_ms', '<=', nowMs);
      const due = all.$if(except.length > 0, (some) => some.where('id', 'not in', except));
      const people = due.where('user_id', '!=', UNKNOWN).groupBy('user_id');
      const rows = await people
        .orderBy((eb) => eb.fn.min('next_at_ms'))
        .limit(max)
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
    listDue: dueOf,
    listUnknown: (nowMs, max, except) => dueOf(UNKNOWN, nowMs, max, except),
    async find(id) {
      const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toMail(row);
    },
    async recentResets(userId, sinceMs) {
      const ofUser = db.selectFrom('mails').select(['state', 'created_at_ms']).where('user_id', '=', userId);
      const rows = await ofUser.where('kind', '=', 'forgot').where('created_at_ms', '>', sinceMs).execute();
      const useful = rows.filter(({ state }) => state !== 'given_up').map((row) => row.created_at_ms);
      return { count: rows.length, lastAtMs: useful.length === 0 ? null : Math.max(...useful) };
    },
    async lastEventTryAtMs(userId) {
      const ofEvents = db.selectFrom('mails').where('user_id', '=', userId).where('kind', '=', 'event');
      const row = await ofEvents.select((eb) => eb.fn.max('tried_at_ms').as('at_ms')).executeTakeFirst();
      return row?.at_ms ?? null;
    },
    async postpone(ids, nextAtMs) {
      if (ids.length > 0) await change(ids).set({ next_at_ms: nextAtMs }).execute();
    },
    async claim(ids, messageId, nowMs, untilMs) {
      const times = { tried_at_ms: nowMs, next_at_ms: untilMs, message_id: messageId };
      await change(ids)
        .set((eb) => ({ ...times, tries: eb('tries', '+', 1) }))
        .execute();
    },
    async settle(ids, outcome) {
      if (ids.length === 0) return;
      const { state } = outcome;
      const result =
        outcome.state === 'waiting'
          ? { next_at_ms: outcome.nextAtMs, message_id: '', reason: outcome.reason }
          : { next_at_ms: null, sealed: null, reason: outcome.state === 'sent' ? '' : outcome.reason };
      await change(ids)
        .set({ state, ...result })
        .execute();
    },
    async identify(id, userId, sealed) {
      await change([id]).set({ user_id: userId, sealed }).execute();
    },
    async delete(ids) {
      await db.deleteFrom('mails').where('id', 'in', ids).execute();
    },
    async listOfMessage(userId, messageId) {
      const ofUser = db.selectFrom('mails').selectAll().where('user_id', '=', userId);
      return (await ofUser.where('message_id', '=', messageId).execute()).map(toMail);
    },
    waiting: () => waitingIn(db, 'mails'),
    async listCreatedBefore(atMs, max, except) {
      const old = db.selectFrom('mails').select('id').where('created_at_ms', '<', atMs);
      return old
        .$if(except.length > 0, (some) => some.where('id', 'not in', except))
        .orderBy('created_at_ms')
        .limit(max)
        .execute();
    },
  };
};
