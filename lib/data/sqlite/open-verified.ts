import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const TRIES_MAX = 10;

/**
 * Calls `open`, which must lock the file, and verifies that the path still leads to the file that was opened;
 * otherwise opens again. A lock on a file that has been replaced would exclude nobody.
 */
export function openVerified(file: string, open: () => Database): Database {
  for (let tries = 1; ; tries++) {
    const before = inodeOf(file);
    // Proves which file was opened: the path led to the same file before and after.
    const isSameFile = () => before !== undefined && before === inodeOf(file);
    try {
      const database = open();
      if (isSameFile()) return database;
      database.close();
    } catch (error) {
      if (isSameFile() || tries >= TRIES_MAX) throw error;
    }
    if (tries >= TRIES_MAX) throw new Error('it is replaced again and again.');
  }
}

function inodeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
