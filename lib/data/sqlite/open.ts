import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database, SqliteError } from 'better-sqlite3';
import { pendingMigrations } from '../migrations/all';
import { isBusy } from './faults';
import { openInPlace } from './in-place';

/** Older ones can lose a commit when a checkpoint and a write meet (SQLite's WAL-reset defect). */
const SQLITE_VERSION_MIN = [3, 51, 3];
const CACHE_KIB = 65_536;
/**
 * Pages in the WAL, 16 MiB, before a commit copies them into the database. With SQLite's 1 000 that is half of the work
 * of a call; with 10 000 it would stop the event loop for longer than a request may.
 */
const CHECKPOINT_PAGES = 4_000;

/** At the start another process may be migrating, or switching a new file to WAL. */
const START_PATIENCE_MS = 10_000;

/**
 * Opens the embedded database, migrated, with full durability. Creates the file and its folder when there is none;
 * never replaces one that is there. Throws an error whose message is one line for the operator.
 */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let database: Database | undefined;
  try {
    const opened = openInPlace(file, () => {
      requireSound(file);
      return connect(file, START_PATIENCE_MS);
    });
    database = opened;
    patiently(() => migrate(opened));
    opened.pragma('busy_timeout = 0');
    return opened;
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database ${file} cannot be used: ${reason}${adviceFor(error)}`, { cause: error });
  }
}

/** Up to this size the whole file is looked at before each start: less than a second. */
const CHECKED_BYTES_MAX = 256 * 2 ** 20;
const DAMAGED = '. Look at it with "npm run -s botmeter -- check", or restore a backup; nothing was changed.';

/** Looks without a change at what is there, so that what is damaged or not ours stays as it is, to the byte. */
function requireSound(file: string): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const hasWal = sizeOf(`${file}-wal`) > 0;
  if (sizeOf(file) === 0) {
    if (!hasWal) return;
    // To SQLite it looks like a new one, and it would discard the WAL.
    throw new Error(`it is empty, but its WAL is not: it lost its content${DAMAGED}`);
  }
  // The last connection copies the WAL into the file and removes it, or, when it may only read, leaves an empty one.
  const database = new SqliteDatabase(file, { readonly: hasWal, timeout: START_PATIENCE_MS });
  try {
    patiently(() => pendingMigrations(schemaVersion(database) ?? 0));
    if (sizeOf(file) > CHECKED_BYTES_MAX) return;
    const [found] = patiently(() => database.prepare('PRAGMA quick_check(1)').pluck().all());
    if (found !== 'ok') throw new Error(`it is damaged (${String(found).replace(/\s+/g, ' ')})${DAMAGED}`);
  } finally {
    database.close();
  }
}

/** What an operator can do about it, as the end of a line. */
function adviceFor(error: unknown): string {
  if (!(error instanceof SqliteError)) return '';
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code)) {
    return DAMAGED;
  }
  if (isBusy(error)) return '. Another process holds it alone, as restoring does.';
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code)) {
    return '. It and its folder must not be read-only, and this user must be able to write there.';
  }
  return '';
}

const START_RETRY_MS = 20;

/**
 * SQLite does not wait, whatever its timeout, where waiting could never end: two processes that both switch a new file
 * to WAL. Then each step is tried again; all of them can be.
 */
function patiently<R>(step: () => R): R {
  const giveUpAt = performance.now() + START_PATIENCE_MS;
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
 * A further connection to a database that openSqlite has prepared. It holds the file as long as it is open: whoever
 * replaces a database first makes sure that nobody does.
 */
export function connect(file: string, timeout = 0): Database {
  // Waiting is done by beginWrite: a busy handler inside SQLite would block the event loop.
  const database = new SqliteDatabase(file, { timeout });
  try {
    patiently(() => makeDurable(database));
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

/** Sets a pragma and reads it back: SQLite ignores what it cannot do, and durability hangs on these. */
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

const VERSION_TABLE = `CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT`;

/** Runs what is pending, each migration in its own transaction. Several processes may do so at once. */
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

/** `null` for an empty database. Throws for one that is not Botmeter's. */
export function schemaVersion(database: Database): number | null {
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  if (names.length === 0) return null;
  if (!names.includes('schema_migrations')) throw new Error('it is the database of another program.');
  return Number(database.prepare('SELECT coalesce(max(version), 0) FROM schema_migrations').pluck().get());
}
