import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Session } from '@/lib/domain/session';
import type { Sessions } from '@/lib/ports/people';
import type { Schema } from '../schema';
import { byBytes } from './paging';

const toSession = (row: Selectable<Schema['sessions']>): Session => ({
  hash: row.hash,
  userId: row.user_id,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  client: row.client,
  confirmedAtMs: row.confirmed_at_ms,
});

export const sessions = (db: Kysely<Schema>, unlockedRows: RawBuilder<unknown>): Sessions => ({
  async find(hash) {
    const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toSession(row);
  },
  async listOfUser(userId, page, pageSize, nowMs) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return rows.map(toSession);
  },
  async countOfUser(userId, nowMs) {
    const row = await db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async insert({ hash, userId, createdAtMs, expiresAtMs, client, confirmedAtMs }) {
    await db
      .insertInto('sessions')
      .values({
        hash,
        user_id: userId,
        created_at_ms: createdAtMs,
        expires_at_ms: expiresAtMs,
        client,
        confirmed_at_ms: confirmedAtMs,
      })
      .execute();
  },
  async setConfirmed(hash, atMs) {
    await db.updateTable('sessions').set({ confirmed_at_ms: atMs }).where('hash', '=', hash).execute();
  },
  async delete(hash) {
    await db.deleteFrom('sessions').where('hash', '=', hash).execute();
  },
  async deleteOfUser(userId, exceptHash = '') {
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('hash', '!=', exceptHash).execute();
  },
  async deleteOldestOfUser(userId, keptMax) {
    const kept = db
      .selectFrom('sessions')
      .select('hash')
      .where('user_id', '=', userId)
      .orderBy('created_at_ms', 'desc')
      .orderBy(byBytes('hash'))
      .limit(keptMax);
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('hash', 'not in', kept).execute();
  },
  async deleteExpired(nowMs) {
    await sql`DELETE FROM sessions WHERE hash IN
      (SELECT hash FROM sessions WHERE expires_at_ms <= ${nowMs} ${unlockedRows})`.execute(db);
  },
});
