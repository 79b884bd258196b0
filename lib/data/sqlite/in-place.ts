import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const TRIES_MAX = 10;

/**
 * Opens a file by `open`, which must come back with a lock on it, and opens again when another file has taken its place
 * meanwhile: a lock keeps others out only if it is on the file that the name leads to.
 */
export function openInPlace(file: string, open: () => Database): Database {
  for (let tries = 1; ; tries++) {
    const before = inodeOf(file);
    // Which one was opened is known only of a file that was there before and still is.
    const isInPlace = () => before !== undefined && before === inodeOf(file);
    try {
      const database = open();
      if (isInPlace()) return database;
      database.close();
    } catch (error) {
      if (isInPlace() || tries >= TRIES_MAX) throw error;
    }
    if (tries >= TRIES_MAX) throw new Error('it is replaced again and again.');
  }
}

function inodeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
