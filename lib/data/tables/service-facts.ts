import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ServiceFacts } from '@/lib/ports/bots';
import type { Schema } from '../schema';

export const serviceFacts = (db: Kysely<Schema>, databaseBytes: RawBuilder<number>): ServiceFacts => ({
  async find(name) {
    const row = await db.selectFrom('service_facts').selectAll().where('name', '=', name).executeTakeFirst();
    return row === undefined ? null : { atMs: row.at_ms, value: parsed(row.value_json) };
  },
  async put(name, value, nowMs) {
    const row = { at_ms: nowMs, value_json: JSON.stringify(value) };
    await db
      .insertInto('service_facts')
      .values({ name, ...row })
      .onConflict((on) => on.column('name').doUpdateSet(row))
      .execute();
  },
  async databaseBytes() {
    const { rows } = await sql<{ bytes: number }>`SELECT ${databaseBytes} AS bytes`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  },
});

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
