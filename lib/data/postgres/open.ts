import type { Pool } from 'pg';
import { locationOf, parsePostgresAddress } from './address';
import { migrate } from './migrate';
import { openPool, type PoolOptions } from './pool';
import { tlsAdvice } from './tls';

/**
 * Opens a PostgreSQL database, verifies its settings and migrates it. Rejects with a one-line message for the
 * operator that names server and database but no password.
 */
export async function openPostgres(options: PoolOptions): Promise<Pool> {
  let pool: Pool | undefined;
  try {
    pool = openPool(options);
    await migrate(pool);
    return pool;
  } catch (error) {
    await pool?.end();
    const parsed = parsePostgresAddress(options.url);
    if (!parsed.ok) throw error;
    const reason = `${reasonOf(error)}${tlsAdvice(error)}`;
    throw new Error(`The database on ${locationOf(parsed.address)} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

/** If a name has several addresses and none responds, the error has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
