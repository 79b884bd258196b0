import { statSync } from 'node:fs';
import { pendingMigrations } from '@/lib/data/migrations/all';
import { schemaProblems } from '@/lib/data/sqlite/check-schema';
import { schemaVersion } from '@/lib/data/sqlite/open';
import { ReadWorker } from '@/lib/data/sqlite/read-worker';
import { noProgress, type Progress } from '@/lib/ports/progress';
import SqliteDatabase, { type Database } from '../sqlite/driver.mjs';
import {
  type Figures,
  figureDifferences,
  figuresOf,
  rowCounts,
  type StoredFigures,
  storedFigures,
} from './figures';
import { megabytes } from './growth';
import { hasTable } from './has-table';

export type Inspected = {
  readonly counts: Readonly<Record<string, number>>;
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
    const { figures } = await readCompared(database, progress);
    return { counts: rowCounts(figures), schemaProblems: schemaProblems(database) };
  } catch (error) {
    throw new Error(`${file} is not a valid backup: ${error instanceof Error ? error.message : error}`);
  } finally {
    await worker.close();
    database.close();
  }
}

/** Throws if a backup does not hold what was backed up. Returns the figures in it; `null` if an earlier version made it. */
export async function compareFigures(file: string, progress: Progress): Promise<StoredFigures | null> {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    database.pragma('trusted_schema = OFF');
    return (await readCompared(database, progress)).stored;
  } finally {
    database.close();
  }
}

type Compared = { readonly figures: Figures; readonly stored: StoredFigures | null };

async function readCompared(database: Database, progress: Progress): Promise<Compared> {
  const version = schemaVersion(database);
  if (version === null) throw new Error('it is empty.');
  const isOlder = pendingMigrations(version).length > 0;
  const isWanted = (name: string) => !isOlder || hasTable(database, 'main', name);
  const figures = await figuresOf(database, progress, isWanted);
  const stored = storedFigures(database);
  const differences = stored === null ? [] : figureDifferences(stored.figures, figures);
  if (differences.length > 0) throw new Error(differences.join(' '));
  return { figures, stored };
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
