import { Semaphore, withTimeout } from 'async-mutex';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { isStandbyMissing } from './pool';
import { CANCELED, type Commit, notReplicated, toStorageError } from './storage-errors';

/** SQLSTATE read_only_sql_transaction: what a primary answers to writes once another one is in its place. */
const READ_ONLY = '25006';

/** How long a page waits while other pages use all connections that are for pages. */
const WAIT_MAX_MS = 3_000;

/**
 * Wraps the pool for Kysely, which returns every connection as usable, even after a time-out: the timed-out statement
 * may still begin a transaction, in which later calls would never be committed. Here a connection without a response
 * from the server runs no more statements and is closed. At most `max` connections are in use at a time.
 */
export function evictBrokenClients(
  pool: Pool,
  max = pool.options.max,
  commit: Commit = 'on one server',
): SafePool {
  const share = withTimeout(
    new Semaphore(max),
    WAIT_MAX_MS,
    new StorageUnavailable('All connections for pages are in use.'),
  );
  return {
    connect: async () => {
      const [, leave] = await share.acquire();
      try {
        return evictIfBroken(await pool.connect(), leave, commit);
      } catch (error) {
        leave();
        throw toStorageError(error);
      }
    },
    end: () => pool.end(),
  };
}

/** `isBroken` closes a connection that something else may still reach. */
export type SafeClient = Pick<PostgresPoolClient, 'query'> & { release(isBroken?: boolean): void };
export type SafePool = Pick<PostgresPool, 'end'> & { connect(): Promise<SafeClient> };

function evictIfBroken(client: PoolClient, released: () => void, commit: Commit): SafeClient {
  let lost: unknown;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (lost !== undefined) throw lost;
    // Every write through Kysely is a transaction, which ends with this statement.
    const isCommit = sql === 'commit';
    try {
      const result = await client.query(sql, [...parameters]);
      if (isCommit && isStandbyMissing(client)) throw notReplicated();
      return result;
    } catch (error) {
      const fault = toStorageError(error, isCommit ? commit : 'none');
      // A DatabaseError is a response of the server: the protocol state is known. One that is no longer the primary is left,
      // and on a cluster one that gave up: it goes on waiting for a frozen node before it takes another statement.
      const isLeft = (code = '') => code === READ_ONLY || (code === CANCELED && commit === 'on a cluster');
      if (!(error instanceof DatabaseError) || isLeft(error.code)) lost = fault;
      throw fault;
    }
  };
  return {
    // The other overload accepts cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken = false) => {
      client.release(isBroken || lost !== undefined);
      released();
    },
  };
}
