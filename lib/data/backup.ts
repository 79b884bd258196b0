import { existsSync } from 'node:fs';
import { type DatabaseAddress, openExisting } from './command';
import { copyDatabase } from './copy-database';
import type { TableCounts } from './copy-rows';
import { inspect } from './inspect';
import { holdAlone } from './sqlite/hold-alone';
import { makeWhole } from './whole-file';

/**
 * Writes a consistent copy of a database, in use or not, into a new SQLite file: one form of backup for both kinds.
 * Hashes of passwords and keys are in it: it is nobody else's to read.
 */
export function backUp(from: DatabaseAddress, file: string): Promise<TableCounts> {
  return makeWhole(file, async (partial) => {
    if (existsSync(file)) throw new Error(`${file} exists; a backup never replaces a file.`);
    if (from.kind === 'sqlite') {
      const database = openExisting(from.file);
      database.prepare('VACUUM INTO ?').run(partial);
      database.close();
    } else {
      await copyDatabase(from, { kind: 'sqlite', file: partial });
      // One file, without a WAL: it can be read where nothing can be written.
      holdAlone(partial)?.close();
    }
    return inspect(partial);
  });
}
