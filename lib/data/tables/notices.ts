import type { Kysely } from 'kysely';
import { NOTICES_MAX } from '@/lib/domain/notice';
import type { Notices } from '@/lib/ports/people';
import type { Schema } from '../schema';
import { byBytes } from './paging';

export const notices = (db: Kysely<Schema>): Notices => ({
  async insert({ id, atMs, kind, actor, detail }, userId) {
    await db
      .insertInto('notices')
      .values({ id, user_id: userId, at_ms: atMs, kind, actor, detail })
      .execute();
    const kept = newestOf(db, userId).select('id').limit(NOTICES_MAX);
    await db.deleteFrom('notices').where('user_id', '=', userId).where('id', 'not in', kept).execute();
  },
  async listOfUser(userId) {
    const rows = await newestOf(db, userId).selectAll().execute();
    return rows.map(({ id, at_ms, kind, actor, detail }) => ({ id, atMs: at_ms, kind, actor, detail }));
  },
  async delete(userId, ids) {
    if (ids.length === 0) return;
    await db.deleteFrom('notices').where('user_id', '=', userId).where('id', 'in', ids).execute();
  },
});

const newestOf = (db: Kysely<Schema>, userId: string) =>
  db
    .selectFrom('notices')
    .where('user_id', '=', userId)
    .orderBy('at_ms', 'desc')
    .orderBy(byBytes('id'), 'desc');
