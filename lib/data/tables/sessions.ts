import type { Kysely, Selectable } from 'kysely';
import type { Session, Sessions } from '@/lib/services/ports';
import type { Schema } from '../schema';

const toSession = (row: Selectable<Schema['sessions']>): Session => ({
  hash: row.hash,
  userId: row.user_id,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  client: row.client,
});

export const sessions = (db: Kysely<Schema>): Sessions => ({
  async find(hash) {
    const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toSession(row);
  },
  async listOfUser(userId) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at_ms', 'desc')
      .orderBy('hash')
      .execute();
    return rows.map(toSession);
  },
  async insert({ hash, userId, createdAtMs, expiresAtMs, client }) {
    await db
      .insertInto('sessions')
      .values({ hash, user_id: userId, created_at_ms: createdAtMs, expires_at_ms: expiresAtMs, client })
      .execute();
  },
  async delete(hash) {
    await db.deleteFrom('sessions').where('hash', '=', hash).execute();
  },
  async deleteOfUser(userId) {
    await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  },
  async deleteExpired(nowMs) {
    await db.deleteFrom('sessions').where('expires_at_ms', '<=', nowMs).execute();
  },
});
