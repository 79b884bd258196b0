import pg from 'pg';
import { FLUSH_SETTING } from './flush-after';
import { toStorageError } from './storage-errors';

const CONNECT_TIMEOUT_MS = 1_500;
export const QUERY_TIMEOUT_MS = 2_000;
/** The server gives up this much earlier than the client: then it is known that nothing was stored. */
const SERVER_GIVES_UP_EARLIER_MS = 250;
/**
 * Time for all statements of a request. With the wait for a connection it stays below the 5 s within which every call
 * gets a response.
 */
export const REQUEST_TIMEOUT_MS = 3_300;
const INT8 = 20;

/** `onError` is called with connection errors that occur outside a query. */
export type PoolOptions = {
  readonly url: string;
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** 0 for no timeout, as for copying a database. */
  readonly queryTimeoutMs?: number;
  /** The `application_name` of the connections. */
  readonly name?: string;
};

/** The application name of a server's connections: a restore uses it to detect a running server. */
export const SERVING = 'botmeter';

const SESSION = [
  // A commit must be on disk when it is confirmed, whatever the server's default is.
  'synchronous_commit=on',
  FLUSH_SETTING,
];

/** A connection pool with a bounded size and wait. Reads bigint as numbers (all are far below 2^53). */
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
    statement_timeout: Math.max(0, queryTimeoutMs - SERVER_GIVES_UP_EARLIER_MS),
    idle_in_transaction_session_timeout: 2 * queryTimeoutMs,
    keepAlive: true,
    application_name: name,
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A lost connection fails its statement; without a listener the event would end the process.
    client.on('error', () => {});
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) withoutStandby.add(client);
    });
  });
  return pool;
}

/** The server function that waits for a standby. If it is cancelled, the commit succeeds with a warning. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';
const withoutStandby = new WeakSet<object>();

/** Whether a commit on this connection succeeded without its standby since the last check. */
export const isStandbyMissing = (client: object): boolean => withoutStandby.delete(client);

/** Refuses a server whose settings could lose confirmed reports in a power failure. */
export async function requireDurability(pool: pg.Pool): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) {
    const { rows } = await pool.query(`SHOW ${setting}`).catch((error) => {
      throw toStorageError(error);
    });
    if (rows[0]?.[setting] !== 'on') {
      throw new Error(`The PostgreSQL server runs with ${setting} = ${rows[0]?.[setting]}: set it to "on".`);
    }
  }
}
