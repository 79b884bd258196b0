import { statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { pendingMigrations } from '@/lib/data/migrations/all';
import type { Schema } from '@/lib/data/schema';
import { schemaProblems } from '@/lib/data/sqlite/check-schema';
import { schemaVersion } from '@/lib/data/sqlite/open';
import { ReadWorker, ReadWorkerDialect } from '@/lib/data/sqlite/read-worker';
import { noProgress, type Progress } from '@/lib/ports/progress';
import SqliteDatabase from '../sqlite/driver.mjs';
import { countRows, type TableCounts } from './copy-database';
import { megabytes } from './growth';

export type Inspected = {
  readonly counts: TableCounts;
  /** Differences from the migrations' schema; a backup with any is not restored. */
  readonly schemaProblems: readonly string[];
};

/**
 * Checks a backup of this version or an older one; throws if the file is not one or is damaged. Nothing in its schema
 * is run: triggers and views of an unknown file could do anything.
 */
export async function inspect(file: string, progress: Progress = noProgress): Promise<Inspected> {
  const worker = new ReadWorker(file);
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    database.pragma('trusted_schema = OFF');
    await worker.query('PRAGMA trusted_schema = OFF', []);
    const [found] = await checkIntegrity(file, worker, progress);
    if (found !== 'ok') throw new Error(found);
    const version = schemaVersion(database);
    if (version === null) throw new Error('it is empty.');
    const isOlder = pendingMigrations(version).length > 0;
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    const db = new Kysely<Schema>({ dialect: new ReadWorkerDialect(worker.query) });
    const counts = await countRows(db, ({ name }) => !isOlder || names.includes(name), progress);
    return { counts, schemaProblems: schemaProblems(database) };
  } catch (error) {
    throw new Error(`${file} is not a valid backup: ${error instanceof Error ? error.message : error}`);
  } finally {
    await worker.close();
    database.close();
  }
}

/** The result of SQLite's check of the whole file, by a thread: it may take minutes. How far it is cannot be known. */
export async function checkIntegrity(
  file: string,
  worker: ReadWorker,
  progress: Progress,
): Promise<string[]> {
  const total = megabytes(statSync(file).size);
  progress('Checking the file', 0, total, 'MB');
  const rows = (await worker.query('PRAGMA integrity_check', [])) as { integrity_check: string }[];
  progress('Checking the file', total, total, 'MB');
  return rows.map((row) => row.integrity_check);
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
