import { lstatSync } from 'node:fs';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { openExclusive } from '@/lib/data/sqlite/exclusive-lock';
import { openExisting } from '@/lib/data/sqlite/open-existing';
import { ReadWorker } from '@/lib/data/sqlite/read-worker';
import { writeAtomically } from './atomic-file';
import { copyDatabase } from './copy-database';
import { type Inspected, inspect } from './inspect';
import { syncWhileWritten } from './sync-while-written';

/**
 * Writes a consistent copy of a database, which may be in use, into a new SQLite file (the backup format of both
 * kinds). The file holds password and key hashes, so only its owner may read it. A database with schema problems is
 * backed up too, but has to be fixed before a restore.
 */
export function backUp(from: DatabaseAddress, file: string): Promise<Inspected> {
  return writeAtomically(file, async (tempFile) => {
    // `lstat`, because a dangling symbolic link is in the way too.
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
      throw new Error(`${file} exists; a backup never replaces a file.`);
    }
    if (from.kind === 'sqlite') {
      await vacuumInto(from.file, tempFile);
    } else {
      await copyDatabase(from, { kind: 'sqlite', file: tempFile });
      // Leaves WAL mode: a single file can be read on a read-only medium.
      openExclusive(tempFile)?.close();
    }
    return inspect(tempFile);
  });
}

async function vacuumInto(file: string, tempFile: string): Promise<void> {
  // Its read creates the WAL and its index if they are missing: the read-only connection of the worker may not.
  const database = openExisting(file);
  database.pragma('schema_version');
  const worker = new ReadWorker(file);
  try {
    await syncWhileWritten(tempFile, worker.query('VACUUM INTO ?', [tempFile]));
  } finally {
    await worker.close();
    database.close();
  }
}
