import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { MIGRATIONS, pendingMigrations } from '../migrations/all';
import { locationOf, parsePostgresAddress } from './address';
import { openPool, type PoolOptions, TOO_MANY } from './pool';
import { SET_FOR_AUTOVACUUM } from './session';
import { isSpread } from './spread';
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
    await requireNamedStatements(pool, options);
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

/** SQLSTATEs of a named statement that is prepared already, or not at all. */
const OF_NAMED = ['42P05', '26000'];

/**
 * Refuses a pooler that gives the named statements of a client to the next one: two clients that run one after the other are
 * given the same session then. Without a pooler each has a session of its own.
 */
async function requireNamedStatements(first: Pool, options: PoolOptions): Promise<void> {
  const second = openPool({ ...options, max: 1, onLimit: () => {} });
  try {
    for (const pool of [first, second]) await pool.query({ name: 'botmeter-start', text: 'SELECT 1' });
  } catch (error) {
    const code = error instanceof DatabaseError ? (error.code ?? '') : '';
    if (OF_NAMED.includes(code)) throw new Error(NO_NAMED, { cause: error });
    // Of few connections, others may use all but one.
    if (code !== TOO_MANY) throw error;
  } finally {
    await second.end();
  }
}

const NO_NAMED =
  'the pooler in between loses named statements: set max_prepared_statements = 200 in pgbouncer.ini (PgBouncer 1.25.2 or later).';

/** An arbitrary number that no other program on the database uses as an advisory lock. */
const MIGRATION_LOCK = 0x62_6f_74_6d;
/** Building an index on a large table takes longer than a call may. */
const MIGRATION_TIMEOUT = '1h';

export const VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Runs pending migrations, each in its own transaction, and sets up autovacuum. Safe for several instances at once. Lock and
 * settings end with each transaction: a pooler would keep those of a session for whoever gets it next.
 */
export async function migrate(pool: Pool, migrations = MIGRATIONS): Promise<void> {
  const client = await pool.connect();
  const run = (sql: string) => client.query({ text: sql, query_timeout: 0 } as { text: string });
  const locked = async <R>(work: () => Promise<R>): Promise<R> => {
    await run('BEGIN');
    await run(`SET LOCAL statement_timeout = '${MIGRATION_TIMEOUT}'`);
    await run(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const result = await work();
    await run('COMMIT');
    return result;
  };
  const runNext = async (): Promise<boolean> => {
    await requireOwn(client);
    await run(VERSION_TABLE);
    const [next] = pendingMigrations(await schemaVersion(client), migrations);
    if (next === undefined) {
      await run(SET_FOR_AUTOVACUUM);
      return false;
    }
    const ofCluster = next.spread !== undefined && (await isSpread(client)) ? next.spread : [];
    for (const statement of [...next.postgres, ...ofCluster]) await run(statement);
    await run(`INSERT INTO schema_migrations (version, name) VALUES (${next.version}, '${next.name}')`);
    return true;
  };
  try {
    while (await locked(runNext));
  } finally {
    // Closing the connection rolls back an open transaction.
    client.release(true);
  }
}

/** Refuses a database with another program's tables, which could conflict with ours. */
async function requireOwn(client: PoolClient): Promise<void> {
  const { rows } = await client.query(
    `SELECT count(*) > 0 AND NOT bool_or(tablename = 'schema_migrations') AS is_foreign
     FROM pg_tables WHERE schemaname = current_schema()`,
  );
  if (rows[0]?.is_foreign) {
    throw new Error(
      'it holds the tables of another program: give Botmeter a database or a schema of its own.',
    );
  }
}

async function schemaVersion(client: PoolClient): Promise<number> {
  const { rows } = await client.query('SELECT coalesce(max(version), 0) AS version FROM schema_migrations');
  return Number(rows[0]?.version ?? MIGRATIONS.length);
}
