import { statSync } from 'node:fs';
import { makeFoldersOf } from '../file-place';
import { pendingMigrations } from '../migrations/all';
import SqliteDatabase, { type Database, SqliteError } from './driver.mjs';
import { createPrivate, makePrivate, openVerified, requirePlace } from './files';
import { isBusy } from './storage-errors';

/** Older versions can lose a commit when a checkpoint and a write coincide (SQLite's WAL-reset bug). */
const SQLITE_VERSION_MIN = [3, 51, 3];
const CACHE_KIB = 65_536;
/**
 * WAL size in pages (16 MiB) at which a commit starts a checkpoint. With SQLite's default of 1 000 checkpoints take
 * half of a call's time; 10 000 would block the event loop for too long.
 */
const CHECKPOINT_PAGES = 4_000;

/** Another process may be migrating, or switching a new file to WAL. */
const START_WAIT_MS = 10_000;

/**
 * Opens the embedded database with full durability and mode 0600, and migrates it. Creates the file and its folder if
 * missing; never replaces a file. Blocks up to `waitMaxMs` per step while another process holds the file. Throws an
 * error with a one-line message for the operator.
 */
export function openSqlite(file: string, waitMaxMs = START_WAIT_MS): Database {
  requirePlace(file);
  makeFoldersOf(file);
  let database: Database | undefined;
  try {
    const opened = openVerified(file, () => {
      requireIntact(file, waitMaxMs);
      createPrivate(file);
      makePrivate(file);
      return connect(file, waitMaxMs, waitMaxMs);
    });
    database = opened;
    retryWhileBusy(() => migrate(opened), waitMaxMs);
    // SQLite opens a read-only file all the same, and turns BEGIN IMMEDIATE into a read there: only a write shows it.
    retryWhileBusy(() => opened.exec('DELETE FROM schema_migrations WHERE false'), waitMaxMs);
    opened.pragma('busy_timeout = 0');
    return opened;
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database ${file} cannot be used: ${reason}${adviceFor(error)}`, { cause: error });
  }
}

/** Files up to this size are checked completely before each start, which takes less than a second. */
const CHECKED_BYTES_MAX = 256 * 2 ** 20;
const DAMAGED = '. Check it with "npm run -s botmeter -- check", or restore a backup; nothing was changed.';

/** Throws if the file is damaged or not ours, without changing a byte of it. */
function requireIntact(file: string, waitMaxMs: number): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const hasWal = sizeOf(`${file}-wal`) > 0;
  if (sizeOf(file) === 0) {
    if (!hasWal) return;
    // SQLite would treat it as a new database and discard the WAL.
    throw new Error(`it is empty, but its WAL is not: it lost its content${DAMAGED}`);
  }
  // With a WAL the check opens read-only: closing the last writable connection would checkpoint and delete the WAL,
  // and a read-only one would leave an empty WAL where there was none.
  const database = new SqliteDatabase(file, { readonly: hasWal, timeout: waitMaxMs });
  try {
    retryWhileBusy(() => pendingMigrations(schemaVersion(database) ?? 0), waitMaxMs);
    if (sizeOf(file) > CHECKED_BYTES_MAX) return;
    const [found] = retryWhileBusy(() => database.prepare('PRAGMA quick_check(1)').pluck().all(), waitMaxMs);
    if (found !== 'ok') throw new Error(`it is damaged (${String(found).replace(/\s+/g, ' ')})${DAMAGED}`);
  } finally {
    database.close();
  }
}

/** Advice for the operator, appended to the error line. */
function adviceFor(error: unknown): string {
  if (!(error instanceof SqliteError)) return '';
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code)) {
    return DAMAGED;
  }
  if (isBusy(error)) return '. Another process has locked it exclusively, as a restore does.';
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code)) {
    return '. It and its folder must not be read-only, and this user must be able to write there.';
  }
  return '';
}

const START_RETRY_MS = 20;

/**
 * Repeats `step` while the database is busy. SQLite ignores its timeout where waiting could deadlock, as when two
 * processes both switch a new file to WAL. Every step is safe to repeat.
 */
function retryWhileBusy<R>(step: () => R, waitMaxMs: number): R {
  const giveUpAt = performance.now() + waitMaxMs;
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_RETRY_MS);
    }
  }
}

/**
 * Opens another connection to a database that openSqlite has prepared. An open connection keeps the file from being
 * replaced.
 */
export function connect(file: string, timeout = 0, waitMaxMs = START_WAIT_MS): Database {
  // WriteLock does the waiting: SQLite's busy handler would block the event loop.
  const database = new SqliteDatabase(file, { timeout });
  try {
    retryWhileBusy(() => makeDurable(database), waitMaxMs);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeDurable(database: Database): void {
  setPragma(database, 'journal_mode', 'WAL', 'wal');
  setPragma(database, 'synchronous', 'FULL', 2);
  setPragma(database, 'foreign_keys', 'ON', 1);
  database.pragma(`cache_size = -${CACHE_KIB}`);
  setPragma(database, 'wal_autocheckpoint', String(CHECKPOINT_PAGES), CHECKPOINT_PAGES);
  requireVersion(database);
}

/** Sets a pragma and reads it back: SQLite silently ignores what it cannot do, and durability depends on these. */
function setPragma(database: Database, name: string, value: string, expected: string | number): void {
  database.pragma(`${name} = ${value}`);
  const actual = database.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`SQLite did not accept ${name} = ${value} (it is ${actual}).`);
}

function requireVersion(database: Database): void {
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  const parts = version.split('.').map(Number);
  const firstDifference = SQLITE_VERSION_MIN.map((min, i) => (parts[i] ?? 0) - min).find((d) => d !== 0) ?? 0;
  if (firstDifference < 0) {
    throw new Error(`SQLite ${version} is too old; ${SQLITE_VERSION_MIN.join('.')} or later is needed.`);
  }
}

export const VERSION_TABLE = `CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT`;

/** Runs pending migrations, each in its own transaction. Safe for several processes at once. */
function migrate(database: Database): void {
  if (schemaVersion(database) === null) {
    database
      .transaction(() => {
        if (schemaVersion(database) === null) database.exec(VERSION_TABLE);
      })
      .immediate();
  }
  for (const migration of pendingMigrations(schemaVersion(database) ?? 0)) {
    database
      .transaction(() => {
        if ((schemaVersion(database) ?? 0) >= migration.version) return;
        for (const statement of migration.sqlite) database.exec(statement);
        const record = database.prepare('INSERT INTO schema_migrations (version, name) VALUES (?, ?)');
        record.run(migration.version, migration.name);
      })
      .immediate();
  }
}

/** The version of the schema; `null` if the database is empty. Throws if the database is not Botmeter's. */
export function schemaVersion(database: Database): number | null {
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  if (names.length === 0) return null;
  if (!names.includes('schema_migrations')) throw new Error('it is the database of another program.');
  return Number(database.prepare('SELECT coalesce(max(version), 0) FROM schema_migrations').pluck().get());
}
