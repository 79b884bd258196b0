import { type Kysely, sql } from 'kysely';
import type { Serving } from '@/lib/ports/bots';
import type { Schema } from '../schema';

export const serving = (db: Kysely<Schema>): Serving => ({
  async renew(nowMs, untilMs) {
    const renewed = await db
      .updateTable('serving_times')
      .set({ until_ms: sql<number>`CASE WHEN until_ms > ${untilMs} THEN until_ms ELSE ${untilMs} END` })
      .where('from_ms', '=', (eb) =>
        eb.selectFrom('serving_times').select((of) => of.fn.max('from_ms').as('at')),
      )
      .where('until_ms', '>=', nowMs)
      .executeTakeFirst();
    if (renewed.numUpdatedRows > 0n) return;
    await db
      .insertInto('serving_times')
      .values({ from_ms: nowMs, until_ms: untilMs })
      .onConflict((conflict) => conflict.column('from_ms').doUpdateSet({ until_ms: untilMs }))
      .execute();
  },
  async since(fromMs) {
    const rows = await db.selectFrom('serving_times').selectAll().where('until_ms', '>', fromMs).execute();
    return rows.map((row) => ({ fromMs: row.from_ms, untilMs: row.until_ms }));
  },
  async prune(beforeMs) {
    await db.deleteFrom('serving_times').where('until_ms', '<', beforeMs).execute();
  },
});
