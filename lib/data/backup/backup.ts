import { lstatSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { openPostgres } from '@/lib/data/postgres/open';
import { COMMAND } from '@/lib/data/postgres/pool';
import { isSpread } from '@/lib/data/postgres/spread';
import type { Schema } from '@/lib/data/schema';
import { schemaProblems } from '@/lib/data/sqlite/check-schema';
import { SqliteDialect } from '@/lib/data/sqlite/dialect';
import { openExclusive, openExisting } from '@/lib/data/sqlite/files';
import { schemaVersion } from '@/lib/data/sqlite/open';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { writeAtomically } from './atomic-file';
import { writeChecksum } from './checksum';
import { copyDatabase } from './copy-database';
import { copyPages } from './copy-pages';
import { figuresOf, rowCounts, type StoredFigures, writeFigures } from './figures';
import { hasTable } from './has-table';
import { type Inspected, inspect } from './inspect';

/**
 * Writes a consistent copy of a database, which may be in use, into a new SQLite file (the backup format of both
 * kinds), and beside it the file's checksum. The file holds password and key hashes, so only its owner may read it. A database with schema problems is
 * backed up too, but has to be fixed before a restore. With `isRehearsed` the rows are not compared here: a rehearsal does so.
 */
export function backUp(
  from: DatabaseAddress,
  file: string,
  progress: Progress = noProgress,
  isRehearsed = false,
): Promise<Inspected> {
  return writeAtomically(file, async (tempFile) => {
    // `lstat`, because a dangling symbolic link is in the way too.
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
      throw new Error(`${file} exists; a backup never replaces a file.`);
    }
    const stored =
      from.kind === 'sqlite'
        ? await copyOpen(from.file, tempFile, progress)
        : await copyServer(from, tempFile, progress);
    // Leaves WAL mode: a single file can be read on a read-only medium.
    const copy = openExclusive(tempFile);
    if (copy === null) throw new Error(`Another process has ${tempFile} open.`);
    writeFigures(copy, stored);
    const found = isRehearsed
      ? { counts: rowCounts(stored.figures), schemaProblems: schemaProblems(copy) }
      : null;
    copy.close();
    const inspected = found ?? (await inspect(tempFile, progress));
    // Before the file: whoever finds the file finds the checksum.
    await writeChecksum(file, tempFile);
    return inspected;
  });
}

/** Copies a SQLite database and reads its figures in one transaction, so that both are of one moment. */
async function copyOpen(file: string, tempFile: string, progress: Progress): Promise<StoredFigures> {
  const database = openExisting(file);
  try {
    database.exec('BEGIN');
    // The first read begins the snapshot.
    schemaVersion(database);
    await copyPages(database, tempFile, { isPaced: true, progress });
    const isWanted = (name: string) => hasTable(database, 'main', name);
    return { figures: await figuresOf(database, progress, isWanted), isSnapshot: true };
  } finally {
    database.close();
  }
}

/** Copies a PostgreSQL database, and reads its figures from the same rows. */
async function copyServer(
  from: DatabaseAddress & { kind: 'postgres' },
  tempFile: string,
  progress: Progress,
): Promise<StoredFigures> {
  const pool = await openPostgres({ ...COMMAND, url: from.url });
  // The nodes of a cluster have no snapshot in common.
  const isSnapshot = !(await isSpread(pool).finally(() => pool.end()));
  return { figures: await copyDatabase(from, { kind: 'sqlite', file: tempFile }, { progress }), isSnapshot };
}

/**
 * Notes the time and size of a backup in the database that it was made from, for the admins' overview. Rejects if it
 * cannot be written, as on a read-only disk or in an older schema.
 */
export async function recordBackup(of: DatabaseAddress, bytes: number, nowMs: number): Promise<void> {
  const db = await openDatabase(of);
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

async function openDatabase(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'sqlite') {
    return new Kysely<Schema>({ dialect: new SqliteDialect(openExisting(address.file)) });
  }
  const pool = await openPostgres({ ...COMMAND, url: address.url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
