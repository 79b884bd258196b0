import { lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { openPostgres } from '@/lib/data/postgres/open';
import { COMMAND } from '@/lib/data/postgres/pool';
import type { Schema } from '@/lib/data/schema';
import { SqliteDialect } from '@/lib/data/sqlite/dialect';
import { openExclusive, openExisting } from '@/lib/data/sqlite/files';
import { ReadWorker } from '@/lib/data/sqlite/read-worker';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { writeAtomically } from './atomic-file';
import { copyDatabase } from './copy-database';
import { usedBytes, watchGrowth } from './growth';
import { type Inspected, inspect } from './inspect';

/**
 * Writes a consistent copy of a database, which may be in use, into a new SQLite file (the backup format of both
 * kinds). The file holds password and key hashes, so only its owner may read it. A database with schema problems is
 * backed up too, but has to be fixed before a restore.
 */
export function backUp(
  from: DatabaseAddress,
  file: string,
  progress: Progress = noProgress,
): Promise<Inspected> {
  return writeAtomically(file, async (tempFile) => {
    // `lstat`, because a dangling symbolic link is in the way too.
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
      throw new Error(`${file} exists; a backup never replaces a file.`);
    }
    if (from.kind === 'sqlite') {
      await vacuumInto(from.file, tempFile, progress);
    } else {
      await copyDatabase(from, { kind: 'sqlite', file: tempFile }, { progress });
      // Leaves WAL mode: a single file can be read on a read-only medium.
      openExclusive(tempFile)?.close();
    }
    return inspect(tempFile, progress);
  });
}

/** Writes a copy without unused space into an empty file. */
async function vacuumInto(file: string, tempFile: string, progress: Progress): Promise<void> {
  // Its read creates the WAL and its index if they are missing: the read-only connection of the worker may not.
  const database = openExisting(file);
  database.pragma('schema_version');
  const worker = new ReadWorker(file);
  try {
    const written = syncWhileWritten(tempFile, worker.query('VACUUM INTO ?', [tempFile]));
    await watchGrowth(tempFile, usedBytes(database), ['Copying the database', progress], written);
  } finally {
    await worker.close();
    database.close();
  }
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

const SYNC_EVERY_MS = 30;

/**
 * Syncs a file again and again until `written` settles. If all of its pages reached the disk at the end, the commits of
 * a server on that disk would wait for them. Rejects if `written` does, or if a sync fails.
 */
export async function syncWhileWritten<R>(file: string, written: Promise<R>): Promise<R> {
  let isWritten = false;
  const syncing = keepSyncing(file, () => isWritten);
  // Its error is thrown below, once the writer has ended; until then it must not count as unhandled.
  syncing.catch(() => {});
  try {
    return await written;
  } finally {
    isWritten = true;
    await syncing;
  }
}

async function keepSyncing(file: string, isWritten: () => boolean): Promise<void> {
  const handle = await open(file, 'r');
  try {
    while (!isWritten()) {
      await handle.datasync();
      await wait(SYNC_EVERY_MS);
    }
  } finally {
    await handle.close();
  }
}
