import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { type DatabaseAddress, openExisting } from './command';
import { copyDatabase } from './copy-database';
import type { TableCounts } from './copy-rows';
import { inspect } from './inspect';
import { makeDurable } from './whole-file';

/**
 * Writes a consistent copy of a database, in use or not, into a new SQLite file: one form of backup for both kinds.
 * The file appears whole or not at all.
 */
export async function backUp(from: DatabaseAddress, file: string): Promise<TableCounts> {
  if (existsSync(file)) throw new Error(`${file} exists; a backup never replaces a file.`);
  const partial = `${file}.partial-${process.pid}`;
  // Hashes of passwords and keys are in it: nobody else's to read.
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    if (from.kind === 'sqlite') {
      const database = openExisting(from.file);
      database.prepare('VACUUM INTO ?').run(partial);
      database.close();
    } else {
      await copyDatabase(from, { kind: 'sqlite', file: partial });
    }
    const counts = await inspect(partial);
    makeDurable(partial, file);
    return counts;
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(partial + suffix, { force: true });
  }
}
