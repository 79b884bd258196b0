import { Kysely, PostgresDialect } from 'kysely';
import { countRows } from './backup/copy-rows';
import type { DatabaseAddress } from './database-address';
import { schemaProblems as postgresSchemaProblems } from './postgres/check-schema';
import { COMMAND } from './postgres/command-pool';
import { openPool, requireDurability } from './postgres/pool';
import type { Schema } from './schema';
import { schemaProblems } from './sqlite/check-schema';
import { openExisting } from './sqlite/open-existing';

/** Checks a database. Returns one sentence per problem; an empty list if there is none. */
export async function findProblems(address: DatabaseAddress): Promise<string[]> {
  if (address.kind === 'postgres') return postgresProblems(address.url);
  const database = openExisting(address.file, { readonly: true });
  try {
    const integrity = database.prepare('PRAGMA integrity_check').pluck().all() as string[];
    const dangling = database.prepare('PRAGMA foreign_key_check').all();
    return [
      ...integrity.filter((line) => line !== 'ok'),
      ...(dangling.length === 0 ? [] : [`${dangling.length} rows refer to missing rows.`]),
      ...schemaProblems(database),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}

/** Checks the settings, that all rows can be read, and the schema. PostgreSQL verifies page checksums itself. */
async function postgresProblems(url: string): Promise<string[]> {
  const pool = openPool({ ...COMMAND, url });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireDurability(pool);
    await countRows(db);
    return await postgresSchemaProblems(pool);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await db.destroy();
  }
}
