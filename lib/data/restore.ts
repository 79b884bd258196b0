import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database, SqliteError } from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { COMMAND, type DatabaseAddress } from './command';
import { copyDatabase, copyInto } from './copy-database';
import { countRows, type TableCounts } from './copy-rows';
import { inspect, isOfToday } from './inspect';
import { openPostgres } from './postgres/open';
import { SERVING } from './postgres/pool';
import type { Schema } from './schema';
import { holdAlone } from './sqlite/hold-alone';
import { schemaVersion } from './sqlite/open';
import { makeWhole, withPartial } from './whole-file';

/**
 * Puts a backup in the place of a database. Refused while a process holds the database, and when it has data and
 * `isForced` is not set; the backup is checked first and never written to, and what was there stays until the new one
 * is whole.
 */
export async function restore(file: string, to: DatabaseAddress, isForced: boolean): Promise<TableCounts> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const counts = await inspect(file);
  if (to.kind === 'postgres') {
    if (isForced)
      throw new Error('--force is for the embedded database: empty the PostgreSQL database yourself.');
    await requireUnused(to.url);
    await copyBackup(file, to);
  } else {
    // Through a symbolic link: it is the database that is replaced.
    await replace(existsSync(to.file) ? realpathSync(to.file) : to.file, file, isForced);
  }
  return counts;
}

async function replace(file: string, backup: string, isForced: boolean): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const wasThere = existsSync(file);
  if (!isForced && sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0) throw new Error(hasData(file));
  // Until the new one is in its place: a server that starts meanwhile waits, and then opens the new one.
  const old = hold(file);
  try {
    await requireReplaceable(old, file, isForced);
    await makeWhole(file, (partial) => {
      vacuum(backup, partial);
      // Of the old one: SQLite would take them for the new one's.
      for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
    });
  } finally {
    if (!wasThere && sizeOf(file) === 0) rmSync(file);
    old.close();
  }
}

function hold(file: string): Database {
  let held: Database | null;
  try {
    held = holdAlone(file);
  } catch (error) {
    const isUnreadable = error instanceof SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
    const advice = isUnreadable ? ' Move it away, with its -wal and -shm, and restore again.' : '';
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${file} cannot be replaced: ${reason}.${advice}`, { cause: error });
  }
  if (held === null) throw new Error(`A process holds ${file}: stop the server first.`);
  return held;
}

const hasData = (file: string) => `${file} has data; --force replaces it.`;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** An empty one is; with `isForced` any is, damaged or of a newer version, but for another program's. */
async function requireReplaceable(database: Database, file: string, isForced: boolean): Promise<void> {
  if (!(await isEmpty(database, file)) && !isForced) throw new Error(hasData(file));
}

async function isEmpty(database: Database, file: string): Promise<boolean> {
  try {
    if (schemaVersion(database) === null) return true;
    const counts = await countRows(new Kysely<Schema>({ dialect: new SqliteDialect({ database }) }));
    return Object.values(counts).every((n) => n === 0);
  } catch (error) {
    // Damaged, or without tables that other versions have: what is in it is not for us to say.
    if (error instanceof SqliteError) return false;
    throw new Error(`${file} cannot be replaced: ${error instanceof Error ? error.message : error}`);
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

/** A backup of an older version is brought up to date in a copy of its own. */
async function copyBackup(file: string, to: DatabaseAddress): Promise<void> {
  if (isOfToday(file)) {
    const database = new SqliteDatabase(file, { readonly: true });
    await copyInto(new Kysely<Schema>({ dialect: new SqliteDialect({ database }) }), to);
  } else {
    await withPartial(file, async (partial) => {
      vacuum(file, partial);
      await copyDatabase({ kind: 'sqlite', file: partial }, to);
    });
  }
}

function vacuum(file: string, into: string): void {
  const database = new SqliteDatabase(file, { readonly: true });
  database.prepare('VACUUM INTO ?').run(into);
  database.close();
}
