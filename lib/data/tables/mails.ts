import type { Kysely, Selectable } from 'kysely';
import type { Mail, MailOutcome, NewMail } from '@/lib/domain/alerts/mail';
import type { RecentResets } from '@/lib/domain/people/access-link';
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

/** Mails that wait, and those of the last weeks. */
export const mails = (db: Kysely<Schema>) => {
  const dueOf = async (userId: string, nowMs: number, max: number, except: readonly string[]) => {
    const all = db.selectFrom('mails').selectAll().where('user_id', '=', userId);
    const due = all.$if(except.length > 0, (some) => some.where('id', 'not in', except));
    const oldest = due.where('next_at_ms', '<=', nowMs).orderBy('created_at_ms').orderBy(byBytes('id'));
    return (await oldest.limit(max).execute()).map(toMail);
  };
  const change = (ids: readonly string[]) =>
    db.updateTable('mails').where('id', 'in', ids).where('state', '=', 'waiting');
  return {
    /** Adds mails that are to be sent now; one that is known by its id is not added again. */
    async insert(all: readonly NewMail[], nowMs: number) {
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
    /** The people with mails that are due, longest due first, without mails whose person is not known yet. */
    async listDuePeople(nowMs: number, max: number, except: readonly string[]) {
      const all = db.selectFrom('mails').select('user_id').where('next_at_ms', '<=', nowMs);
      const due = all.$if(except.length > 0, (some) => some.where('id', 'not in', except));
      const people = due.where('user_id', '!=', UNKNOWN).groupBy('user_id');
      const rows = await people
        .orderBy((eb) => eb.fn.min('next_at_ms'))
        .limit(max)
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
    /** The due mails of a person, oldest first. */
    listDue: dueOf,
    /** The due mails whose person is not known yet, oldest first. */
    listUnknown: (nowMs: number, max: number, except: readonly string[]) =>
      dueOf(UNKNOWN, nowMs, max, except),
    async find(id: string) {
      const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toMail(row);
    },
    /** The mails to a person since `sinceMs` because they forgot their password. */
    async recentResets(userId: string, sinceMs: number): Promise<RecentResets> {
      const ofUser = db.selectFrom('mails').select(['state', 'created_at_ms']).where('user_id', '=', userId);
      const rows = await ofUser.where('kind', '=', 'forgot').where('created_at_ms', '>', sinceMs).execute();
      const useful = rows.filter(({ state }) => state !== 'given_up').map((row) => row.created_at_ms);
      return { count: rows.length, lastAtMs: useful.length === 0 ? null : Math.max(...useful) };
    },
    /** When a mail about an event was last sent to a person or tried; `null` if none was. */
    async lastEventTryAtMs(userId: string) {
      const ofEvents = db.selectFrom('mails').where('user_id', '=', userId).where('kind', '=', 'event');
      const row = await ofEvents.select((eb) => eb.fn.max('tried_at_ms').as('at_ms')).executeTakeFirst();
      return row?.at_ms ?? null;
    },
    /** Moves due mails of a person about events to a later time. */
    async postpone(ids: readonly string[], nextAtMs: number) {
      if (ids.length > 0) await change(ids).set({ next_at_ms: nextAtMs }).execute();
    },
    /** Marks mails as being sent in one message until `untilMs`, when another try may begin. */
    async claim(ids: readonly string[], messageId: string, nowMs: number, untilMs: number) {
      const times = { tried_at_ms: nowMs, next_at_ms: untilMs, message_id: messageId };
      await change(ids)
        .set((eb) => ({ ...times, tries: eb('tries', '+', 1) }))
        .execute();
    },
    /** Records the result of a try; a mail that no longer waits loses its sealed content. */
    async settle(ids: readonly string[], outcome: MailOutcome) {
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
    /** Records whose mail it is, with the sealed token of the link in it, if any. */
    async identify(id: string, userId: string, sealed: string | null) {
      await change([id]).set({ user_id: userId, sealed }).execute();
    },
    async delete(ids: readonly string[]) {
      await db.deleteFrom('mails').where('id', 'in', ids).execute();
    },
    /** The bots and events that a person was sent in one message. */
    async listOfMessage(userId: string, messageId: string) {
      const ofUser = db.selectFrom('mails').selectAll().where('user_id', '=', userId);
      return (await ofUser.where('message_id', '=', messageId).execute()).map(toMail);
    },
    waiting: () => waitingIn(db, 'mails'),
    /** Up to `max` mails created before `atMs`, the oldest first. */
    async listCreatedBefore(atMs: number, max: number, except: readonly string[]) {
      const old = db.selectFrom('mails').select('id').where('created_at_ms', '<', atMs);
      return old
        .$if(except.length > 0, (some) => some.where('id', 'not in', except))
        .orderBy('created_at_ms')
        .limit(max)
        .execute();
    },
  };
};
