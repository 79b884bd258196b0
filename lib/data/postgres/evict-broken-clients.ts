import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { isStandbyMissing } from './pool';
import { notReplicated, toStorageError } from './storage-errors';

/**
 * Wraps the pool for Kysely, which returns every connection as usable, even after a time-out: the timed-out statement
 * may still begin a transaction, in which later calls would never be committed. Here a connection without a response
 * from the server runs no more statements and is closed.
 */
export const evictBrokenClients = (pool: Pool): SafePool => ({
  connect: async () => {
    const client = await pool.connect().catch((error) => {
      throw toStorageError(error);
    });
    return evictIfBroken(client);
  },
  end: () => pool.end(),
});

/** `isBroken` closes a connection that something else may still reach. */
export type SafeClient = Pick<PostgresPoolClient, 'query'> & { release(isBroken?: boolean): void };
export type SafePool = Pick<PostgresPool, 'end'> & { connect(): Promise<SafeClient> };

function evictIfBroken(client: PoolClient): SafeClient {
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
      const fault = toStorageError(error, isCommit);
      // A DatabaseError is a response of the server: the protocol state is known.
      if (!(error instanceof DatabaseError)) lost = fault;
      throw fault;
    }
  };
  return {
    // The other overload takes cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken = false) => client.release(isBroken || lost !== undefined),
  };
}
