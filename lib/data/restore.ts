import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { COMMAND, type DatabaseAddress, openExisting } from './command';
import { copyDatabase } from './copy-database';
import type { TableCounts } from './copy-rows';
import { inspect } from './inspect';
import { openPostgres } from './postgres/open';
import { SERVING } from './postgres/pool';
import { makeDurable } from './whole-file';

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
