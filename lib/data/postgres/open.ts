import type { Pool } from 'pg';
import { migrate } from './migrate';
import { openPool, type PoolOptions, requireDurability } from './pool';

/**
 * Opens a PostgreSQL database for use: settings checked, schema up to date. Rejects with one line for the operator,
 * which names server and database and holds no password.
 */
export async function openPostgres(options: PoolOptions): Promise<Pool> {
  const pool = openPool(options);
  try {
    await requireDurability(pool);
    await migrate(pool);
    return pool;
  } catch (error) {
    await pool.end();
    throw new Error(`The database on ${placeOf(options.url)} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Where a name has several addresses and none of them answers, the error has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
