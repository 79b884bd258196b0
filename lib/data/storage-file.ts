import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import { COMMAND, type DatabaseAddress, openExisting } from './command';
import { copyRows, countRows, type TableCounts } from './copy';
import { pendingMigrations } from './migrations/all';
import { openPostgres } from './postgres/open';
import { SERVING } from './postgres/pool';
import type { Schema } from './schema';
import { SqliteDialect } from './sqlite/dialect';
import { openSqlite, schemaVersion } from './sqlite/open';

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

/**
 * Puts a backup in the place of a database. Refused while a process holds the database, and when it has data and
 * `isForced` is not set; the backup is checked first, and what was there stays until the new one is whole.
 */
export async function restore(file: string, to: DatabaseAddress, isForced: boolean): Promise<TableCounts> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const counts = await inspect(file);
  if (to.kind === 'postgres') {
    if (isForced)
      throw new Error('--force is for the embedded database: empty the PostgreSQL database yourself.');
    await requireUnused(to.url);
    await copyDatabase({ kind: 'sqlite', file }, to);
    return counts;
  }
  if (existsSync(to.file)) await requireReplaceable(to.file, isForced);
  mkdirSync(dirname(to.file), { recursive: true, mode: 0o700 });
  const partial = `${to.file}.partial-${process.pid}`;
  try {
    const backup = new SqliteDatabase(file, { readonly: true });
    backup.prepare('VACUUM INTO ?').run(partial);
    backup.close();
    for (const suffix of ['-wal', '-shm']) rmSync(to.file + suffix, { force: true });
    makeDurable(partial, to.file);
  } finally {
    rmSync(partial, { force: true });
  }
  return counts;
}

/** Copies all data into an empty database of either kind, and compares the counts. */
export async function copyDatabase(from: DatabaseAddress, to: DatabaseAddress): Promise<TableCounts> {
  const [source, target] = [await open(from), await open(to)];
  try {
    return await source
      .transaction()
      .setIsolationLevel(from.kind === 'postgres' ? 'repeatable read' : 'serializable')
      .execute((read) =>
        target.transaction().execute(async (write) => {
          const present = await countRows(write);
          if (Object.values(present).some((n) => n > 0)) {
            throw new Error('The target database is not empty; nothing was copied.');
          }
          await copyRows(read, write);
          const [before, after] = [await countRows(read), await countRows(write)];
          if (JSON.stringify(before) !== JSON.stringify(after)) {
            throw new Error('The counts differ after copying; nothing was copied.');
          }
          return after;
        }),
      );
  } finally {
    await source.destroy();
    await target.destroy();
  }
}

/** Refuses a PostgreSQL database that a server is connected to. */
async function requireUnused(url: string): Promise<void> {
  const pool = await openPostgres({ ...COMMAND, url });
  try {
    const { rows } = await pool.query(
      `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
      [SERVING],
    );
    if (rows[0]?.count > 0) throw new Error('A server uses the PostgreSQL database: stop it first.');
  } finally {
    await pool.end();
  }
}

async function open(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'sqlite') {
    return new Kysely<Schema>({ dialect: new SqliteDialect(openSqlite(address.file)) });
  }
  const pool = await openPostgres({ ...COMMAND, url: address.url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** The counts of a sound backup; throws for a file that is not one. */
async function inspect(file: string): Promise<TableCounts> {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    const integrity = database.prepare('PRAGMA integrity_check').pluck().get();
    if (integrity !== 'ok') throw new Error(String(integrity));
    pendingMigrations(schemaVersion(database) ?? 0);
    return await countRows(new Kysely<Schema>({ dialect: new SqliteDialect(database) }));
  } catch (error) {
    throw new Error(`${file} is not a sound backup: ${error instanceof Error ? error.message : error}`);
  } finally {
    database.close();
  }
}

async function requireReplaceable(file: string, isForced: boolean): Promise<void> {
  const database = openExisting(file);
  try {
    // SQLite leaves WAL mode only when no other connection is open.
    if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new Error('held');
  } catch {
    throw new Error(`A process holds ${file}: stop the server first.`);
  } finally {
    database.close();
  }
  const isEmpty = statSync(file).size === 0 || Object.values(await inspect(file)).every((n) => n === 0);
  if (!isEmpty && !isForced) throw new Error(`${file} has data; --force replaces it.`);
}

/** Gives a finished file its name, on the disk for certain before this returns. */
function makeDurable(partial: string, file: string): void {
  sync(partial);
  renameSync(partial, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
