import SqliteDatabase, { type Database, SqliteError } from 'better-sqlite3';
import { openVerified } from './open-verified';
import { createPrivate, requirePlace } from './private-file';
import { isBusy } from './storage-errors';

/**
 * Opens a database file (created empty if missing) with an exclusive lock until the connection closes, and without
 * WAL, so that the file holds all data. Returns `null` if another process has it open.
 */
export function openExclusive(file: string): Database | null {
  requirePlace(file);
  try {
    return openVerified(file, () => {
      createPrivate(file);
      return lock(new SqliteDatabase(file, { timeout: 1_000 }));
    });
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
}

function lock(database: Database): Database {
  try {
    // SQLite leaves WAL mode only when no other connection is open, and an exclusive lock excludes readers only
    // outside WAL mode.
    database.pragma('journal_mode = DELETE');
    // No journal file: SQLite deletes it by name at the end, when that may belong to a replacement of the database.
    database.pragma('journal_mode = MEMORY');
    // Keeps the lock after the transaction that takes it.
    database.pragma('main.locking_mode = EXCLUSIVE');
    // A commit would write the first page of an empty file.
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    // A process that opened the file before the lock has switched it back to WAL.
    if (database.pragma('journal_mode', { simple: true }) !== 'memory') {
      throw new SqliteError('It was opened meanwhile.', 'SQLITE_BUSY');
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
