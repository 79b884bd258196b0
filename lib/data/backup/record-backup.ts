import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { COMMAND } from '@/lib/data/postgres/command-pool';
import { openPostgres } from '@/lib/data/postgres/open';
import type { Schema } from '@/lib/data/schema';
import { SqliteDialect } from '@/lib/data/sqlite/dialect';
import { openExisting } from '@/lib/data/sqlite/open-existing';

/**
 * Notes the time and size of a backup in the database that it was made from, for the admins' overview. Rejects if it
 * cannot be written, as on a read-only disk or in an older schema.
 */
export async function recordBackup(of: DatabaseAddress, bytes: number, nowMs: number): Promise<void> {
  const db = await open(of);
  try {
    const row = { at_ms: nowMs, value_json: JSON.stringify({ bytes }) };
    await db
      .insertInto('service_facts')
      .values({ name: 'backup', ...row })
      .onConflict((on) => on.column('name').doUpdateSet(row))
      .execute();
  } finally {
    await db.destroy();
  }
}

async function open(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'sqlite') {
    return new Kysely<Schema>({ dialect: new SqliteDialect(openExisting(address.file)) });
  }
  const pool = await openPostgres({ ...COMMAND, url: address.url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
