import { statSync } from 'node:fs';
import type { Pool } from 'pg';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { usedBytes, watchGrowth } from './backup/growth';
import type { DatabaseAddress } from './database-address';
import { COMMAND, openPool } from './postgres/pool';
import { bytesSql, isSpread } from './postgres/spread';
import { openExisting } from './sqlite/files';
import { ReadWorker } from './sqlite/read-worker';

/** The size of the database in bytes. */
export type Compacted = { readonly before: number; readonly after: number };

/** Gives the room of deleted rows back to the disk. Calls wait meanwhile: the rows that stay are written anew. */
export function compact(address: DatabaseAddress, progress: Progress = noProgress): Promise<Compacted> {
  return address.kind === 'sqlite'
    ? compactSqlite(address.file, progress)
    : compactPostgres(address.url, progress);
}

async function compactSqlite(file: string, progress: Progress): Promise<Compacted> {
  const database = openExisting(file);
  try {
    const before = statSync(file).size;
    const worker = new ReadWorker(file);
    const written = worker.vacuum().finally(() => worker.close());
    // SQLite gathers the rows in a file without a name first; then the WAL grows to what stays.
    const what = ['Writing the rows anew', progress] as const;
    await watchGrowth(`${file}-wal`, usedBytes(database), what, written);
    // Until the WAL is copied back, the file keeps its size.
    const checkpoint = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (checkpoint[0]?.busy === 1)
      throw new Error('Other processes are reading all the time; try again later.');
    return { before, after: statSync(file).size };
  } finally {
    database.close();
  }
}

/** The tables from which rows are deleted all the time. */
const COMPACTED = ['reports', 'report_hours'];
/** Calls queue behind the wait for this lock, and give up after 2 s. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 20;
const LOCK_NOT_AVAILABLE = '55P03';

async function compactPostgres(url: string, progress: Progress): Promise<Compacted> {
  const settings = [`lock_timeout=${LOCK_TIMEOUT_MS}`];
  const pool = openPool({ ...COMMAND, max: 1, url, settings });
  const sizeOf = async () => {
    const { rows } = await pool.query(`SELECT ${bytesSql(await isSpread(pool))} AS bytes`);
    return Number(rows[0]?.bytes);
  };
  try {
    const before = await sizeOf();
    await requireLockTimeout(pool);
    for (const [at, table] of COMPACTED.entries()) {
      progress('Writing the rows anew', at, COMPACTED.length, 'tables');
      await withRetries(() => pool.query(`VACUUM (FULL, ANALYZE) ${table}`));
    }
    return { before, after: await sizeOf() };
  } finally {
    await pool.end();
  }
}

/** VACUUM runs in no transaction, so the time-out belongs to the session, which a pooler may share. */
async function requireLockTimeout(pool: Pool): Promise<void> {
  const { rows } = await pool.query('SHOW lock_timeout');
  if (rows[0]?.lock_timeout !== `${LOCK_TIMEOUT_MS}ms`)
    throw new Error('A pooler is in between, which drops settings: connect to PostgreSQL itself to compact.');
}

async function withRetries(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error;
    }
  }
}
