import SqliteDatabase from 'better-sqlite3';
import { Kysely } from 'kysely';
import { countRows, type TableCounts } from './copy-rows';
import { pendingMigrations } from './migrations/all';
import type { Schema } from './schema';
import { SqliteDialect } from './sqlite/dialect';
import { schemaVersion } from './sqlite/open';

/** The counts of a sound backup, of this version or an older one; throws for a file that is not one. */
export async function inspect(file: string): Promise<TableCounts> {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    const integrity = database.prepare('PRAGMA integrity_check').pluck().get();
    if (integrity !== 'ok') throw new Error(String(integrity));
    const version = schemaVersion(database);
    if (version === null) throw new Error('it is empty.');
    const isOlder = pendingMigrations(version).length > 0;
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    const db = new Kysely<Schema>({ dialect: new SqliteDialect(database) });
    return await countRows(db, (name) => !isOlder || names.includes(name));
  } catch (error) {
    throw new Error(`${file} is not a sound backup: ${error instanceof Error ? error.message : error}`);
  } finally {
    database.close();
  }
}

/** Whether a backup has the schema of this version. */
export function isOfToday(file: string): boolean {
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    return pendingMigrations(schemaVersion(database) ?? 0).length === 0;
  } finally {
    database.close();
  }
}
