import pg from 'pg';
import { asFault } from './faults';

const CONNECT_TIMEOUT_MS = 1_500;
export const QUERY_TIMEOUT_MS = 2_000;
/** All statements of a request; with the wait for the last one's connection below the 5 s of every answer. */
export const REQUEST_TIMEOUT_MS = 3_300;
const INT8 = 20;

/** `onError` hears of each connection error that no query was there to hear of. */
export type PoolOptions = {
  readonly url: string;
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** 0 for none: copying a database takes as long as it takes. */
  readonly queryTimeoutMs?: number;
  /** As the server shows the connections. */
  readonly name?: string;
};

/** The name of a serving process's connections: who finds them on a database knows that it is in use. */
export const SERVING = 'botmeter';

/** Connections to PostgreSQL: bounded in number and in waiting, bigint read as numbers (all are far below 2^53). */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, max, onError, queryTimeoutMs = QUERY_TIMEOUT_MS, name = SERVING } = options;
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 2 * queryTimeoutMs,
    keepAlive: true,
    application_name: name,
    // A commit is on disk when it is acknowledged, whatever the server's default is.
    options: '-c synchronous_commit=on',
  });
  pool.on('error', onError);
  return pool;
}

/** Refuses a server whose settings would lose acknowledged reports with the power. */
export async function requireDurability(pool: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) {
    const { rows } = await pool.query(`SHOW ${setting}`).catch((error) => {
      throw asFault(error);
    });
    if (rows[0]?.[setting] !== 'on') {
      throw new Error(`The PostgreSQL server runs with ${setting} = ${rows[0]?.[setting]}: set it to "on".`);
    }
  }
}
