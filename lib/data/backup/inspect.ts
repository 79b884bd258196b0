import { Kysely } from 'kysely';
import { pendingMigrations } from '@/lib/data/migrations/all';
import type { Schema } from '@/lib/data/schema';
import { schemaProblems } from '@/lib/data/sqlite/check-schema';
import { SqliteDialect } from '@/lib/data/sqlite/dialect';
import { schemaVersion } from '@/lib/data/sqlite/open';
import SqliteDatabase from '../sqlite/driver.mjs';
import { countRows, type TableCounts } from './copy-database';

export type Inspected = {
  readonly counts: TableCounts;
  /** Differences from the migrations' schema; a backup with any is not restored. */
  readonly schemaProblems: readonly string[];
};

/**
 * Checks a backup of this version or an older one; throws if the file is not one or is damaged. Nothing in its schema
 * is run: triggers and views of an unknown file could do anything.
 */
export async function inspect(file: string): Promise<Inspected> {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    database.pragma('trusted_schema = OFF');
    const integrity = database.prepare('PRAGMA integrity_check').pluck().get();
    if (integrity !== 'ok') throw new Error(String(integrity));
    const version = schemaVersion(database);
    if (version === null) throw new Error('it is empty.');
    const isOlder = pendingMigrations(version).length > 0;
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    const db = new Kysely<Schema>({ dialect: new SqliteDialect(database) });
    const counts = await countRows(db, ({ name }) => !isOlder || names.includes(name));
    return { counts, schemaProblems: schemaProblems(database) };
  } catch (error) {
    throw new Error(`${file} is not a valid backup: ${error instanceof Error ? error.message : error}`);
  } finally {
    database.close();
  }
}

/** Whether a backup has the current schema version. */
export function hasCurrentSchema(file: string): boolean {
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    return pendingMigrations(schemaVersion(database) ?? 0).length === 0;
  } finally {
    database.close();
  }
}
