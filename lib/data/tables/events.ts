import type { Kysely } from 'kysely';
import type { Events } from '@/lib/ports/events';
import { toEventRow, toEvents } from '../event-row';
import type { Schema } from '../schema';

export const events = (db: Kysely<Schema>): Events => ({
  async insert(all) {
    if (all.length === 0) return;
    await db
      .insertInto('events')
      .values(all.map(toEventRow))
      .onConflict((conflict) => conflict.columns(['bot_id', 'type', 'period']).doNothing())
      .execute();
  },
  async listByIds(ids) {
    if (ids.length === 0) return [];
    return toEvents(await db.selectFrom('events').selectAll().where('id', 'in', ids).execute());
  },
  async listOfBot(botId, sinceMs, max) {
    const latest = db
      .selectFrom('events')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('at_ms', '>=', sinceMs)
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc');
    return toEvents(await latest.limit(max).execute());
  },
  async deleteBefore(beforeMs, max) {
    const old = db.selectFrom('events').select('id').where('at_ms', '<', beforeMs).orderBy('at_ms');
    const { numDeletedRows } = await db
      .deleteFrom('events')
      .where('id', 'in', old.limit(max))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows) === max;
  },
});
