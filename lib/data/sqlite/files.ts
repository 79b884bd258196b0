import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { explained, requireFilePlace } from '../file-place';
import SqliteDatabase, { type Database, SqliteError } from './driver.mjs';
import { identityOf, requireServedFile } from './service-marker';
import { isBusy } from './storage-errors';

/** Files that SQLite creates next to a database, with the mode that the database has at that time. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/**
 * Throws unless a database can be at this path. A file that replaced the one of a running service would be a second
 * database.
 */
export function requirePlace(file: string): void {
  requireFilePlace(file);
  requireServedFile(file);
}

/**
 * Creates an empty database file with mode 0600 if there is none; SQLite itself would follow the umask. Never opens
 * an existing file: closing it would release this process's locks on it.
 */
export function createPrivate(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
  // Follows a dangling symbolic link, which an operator may have set up.
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw explained(file, error);
  }
  chmodSync(file, 0o600);
}

/**
 * Removes the permissions of group and others from a database and its side files. Files of another user are left as
 * they are.
 */
export function makePrivate(file: string): void {
  for (const path of ['', ...SIDE_FILES].map((suffix) => file + suffix)) {
    try {
      const found = statSync(path);
      if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
    }
  }
}

/** Opens an existing SQLite file. Throws if there is none. */
export function openExisting(file: string, { readonly = false } = {}): Database {
  requirePlace(file);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  return new SqliteDatabase(file, { readonly, fileMustExist: true, timeout: 10_000 });
}

const TRIES_MAX = 10;

/**
 * Calls `open`, which must lock the file, and verifies that the path still leads to the file that was opened;
 * otherwise opens again. A lock on a file that has been replaced would exclude nobody.
 */
export function openVerified(file: string, open: () => Database): Database {
  for (let tries = 1; ; tries++) {
    const before = identityOf(file);
    // Proves which file was opened: the path led to the same file before and after.
    const isSameFile = () => before !== null && before === identityOf(file);
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
    // Keeps the lock after the transaction that acquires it.
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
