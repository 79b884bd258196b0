import { lstatSync } from 'node:fs';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { openExclusive } from '@/lib/data/sqlite/exclusive-lock';
import { openExisting } from '@/lib/data/sqlite/open-existing';
import { writeAtomically } from './atomic-file';
import { copyDatabase } from './copy-database';
import { type Inspected, inspect } from './inspect';

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
      const database = openExisting(from.file);
      database.prepare('VACUUM INTO ?').run(tempFile);
      database.close();
    } else {
      await copyDatabase(from, { kind: 'sqlite', file: tempFile });
      // Leaves WAL mode: a single file can be read on a read-only medium.
      openExclusive(tempFile)?.close();
    }
    return inspect(tempFile);
  });
}
