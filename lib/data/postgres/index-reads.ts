import type { PostgresPool } from 'kysely';
import { readStopped } from '@/lib/ports/fair-reads';
import type { SafeClient, SafePool } from './evict-broken-clients';

/**
 * A read of one bot's history reaches its rows by the primary key. The planner does not know that: it expects neither the
 * buckets of a series nor, after folding, how few reports are left, and scans whole tables instead.
 */
const BEGIN = `BEGIN READ ONLY; ${['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((setting) => `SET LOCAL ${setting} = off; `)
  .join('')}SET LOCAL max_parallel_workers_per_gather = 0; SELECT pg_backend_pid() AS pid`;

/** How a read is stopped: `cancel` ends the statement that the server process `pid` runs. */
type Stop = { readonly signal: AbortSignal; readonly cancel: (pid: number) => Promise<unknown> };

/** The pool for reads of histories. Settings are local to a transaction, because a pooler may share connections. */
export const indexReads = (pool: Pick<SafePool, 'connect'>, stop?: Stop): PostgresPool => ({
  async connect() {
    if (stop?.signal.aborted) throw readStopped();
    const client = await pool.connect();
    try {
      // One result for each statement.
      const results: unknown = await client.query(BEGIN, []);
      const pid = Number((results as { rows: { pid: number }[] }[]).at(-1)?.rows[0]?.pid);
      return stop === undefined ? ending(client) : cancelled(client, pid, stop);
    } catch (error) {
      client.release(true);
      throw error;
    }
  },
  // The owner of the pool ends it.
  end: async () => {},
});

const ending = (client: SafeClient) => ({ query: client.query, release: () => void end(client) });

function cancelled(client: SafeClient, pid: number, { signal, cancel }: Stop) {
  let cancelling: Promise<unknown> | undefined;
  const onAbort = () => {
    // A read that could not be cancelled runs to its end; `release` closes its connection either way.
    cancelling = cancel(pid).catch(() => {});
  };
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return {
    query: client.query,
    release() {
      signal.removeEventListener('abort', onAbort);
      // A late cancellation must not reach the next transaction of this connection.
      if (cancelling === undefined) void end(client);
      else void cancelling.then(() => client.release(true));
    },
  };
}

/** Nobody waits for this: a read has nothing to store, and the pool drops a connection that has failed. */
async function end(client: SafeClient): Promise<void> {
  await client.query('COMMIT', []).catch(() => {});
  client.release();
}
