import type { PostgresPool, PostgresPoolClient } from 'kysely';

/**
 * A read of one bot's history reaches its rows by the primary key. The planner does not know that: it expects neither the
 * buckets of a series nor, after folding, how few reports are left, and scans whole tables instead.
 */
const BEGIN = `BEGIN READ ONLY; ${['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((setting) => `SET LOCAL ${setting} = off; `)
  .join('')}SET LOCAL max_parallel_workers_per_gather = 0`;

/** The pool for reads of histories. Settings are local to a transaction, because a pooler may share connections. */
export const indexReads = (pool: Pick<PostgresPool, 'connect'>): PostgresPool => ({
  async connect() {
    const client = await pool.connect();
    try {
      await client.query(BEGIN, []);
    } catch (error) {
      client.release();
      throw error;
    }
    return { query: client.query, release: () => void end(client) };
  },
  // The owner of the pool ends it.
  end: async () => {},
});

/** Nobody waits for this: a read has nothing to store. */
async function end(client: PostgresPoolClient): Promise<void> {
  await client.query('COMMIT', []).catch(() => {});
  client.release();
}
