import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * The pool as Kysely may use it. Kysely gives back every connection as a sound one, also when a statement on it timed
 * out: that statement may yet begin a transaction, in which calls of others would be answered and never committed.
 * Here a connection whose server gave no answer takes no more statements and is closed.
 */
export const soundConnections = (pool: Pool): PostgresPool => ({
  connect: async () => soundConnection(await pool.connect()),
  end: () => pool.end(),
});

function soundConnection(client: PoolClient): PostgresPoolClient {
  let lost: unknown;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (lost !== undefined) throw lost;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      // A DatabaseError is an answer of the server: both sides still agree on where they are.
      if (!(error instanceof DatabaseError)) lost = error;
      throw error;
    }
  };
  return {
    // Its other form takes cursors, which nothing here uses.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(lost !== undefined),
  };
}
