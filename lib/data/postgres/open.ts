import type { Pool } from 'pg';
import { migrate } from './migrate';
import { openPool, type PoolOptions, requireDurability } from './pool';

/**
 * Opens a PostgreSQL database, verifies its settings and migrates it. Rejects with a one-line message for the
 * operator that names server and database but no password.
 */
export async function openPostgres(options: PoolOptions): Promise<Pool> {
  const pool = openPool(options);
  try {
    await requireDurability(pool);
    await migrate(pool);
    return pool;
  } catch (error) {
    await pool.end();
    throw new Error(`The database on ${locationOf(options.url)} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function locationOf(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** If a name has several addresses and none responds, the error has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
