import SqliteDatabase, { type Database, SqliteError } from 'better-sqlite3';
import { isBusy } from './faults';
import { openInPlace } from './in-place';

/**
 * Holds a file, made empty when there is none, until the connection is closed: nobody else can read or write it, or
 * open it for use. A database is all in its file then, and has no WAL. `null` when a process has it open.
 */
export function holdAlone(file: string): Database | null {
  try {
    return openInPlace(file, () => lock(new SqliteDatabase(file, { timeout: 1_000 })));
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
}

function lock(database: Database): Database {
  try {
    // SQLite leaves WAL mode only when no other connection is open, and only outside of it a lock keeps out readers.
    database.pragma('journal_mode = DELETE');
    // No journal beside it: removed by its name, at the end, it could be that of a file which has taken the place.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    // Who opened it before there was the lock has brought back the WAL.
    if (database.pragma('journal_mode', { simple: true }) !== 'memory') {
      throw new SqliteError('It was opened meanwhile.', 'SQLITE_BUSY');
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
