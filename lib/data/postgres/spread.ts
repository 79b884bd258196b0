import type { Pool } from 'pg';
import { SERVING } from './pool';

/** Whether the bots of a database are spread over the workers of a Citus cluster. */
export async function isSpread(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query("SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has");
  if (!rows[0]?.has) return false;
  const bots = `SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('bots') AND partmethod = 'h'`;
  return (await pool.query(bots)).rowCount === 1;
}

/** What must be so on every node, by the names that `SHOW` knows. */
const ON_NODES: readonly (readonly [name: string, isSafe: (value: string) => boolean, wanted: string])[] = [
  ['fsync', (value) => value === 'on', 'on'],
  ['full_page_writes', (value) => value === 'on', 'on'],
  // What a session of the coordinator sets does not reach the workers.
  ['synchronous_commit', (value) => value === 'on' || value === 'remote_apply', 'on'],
  ['max_prepared_transactions', (value) => Number(value) >= 20, '200'],
  ['max_worker_processes', (value) => Number(value) >= 16, '40'],
];

/**
 * Throws, with what to set, if a node of the cluster could lose what it confirms. With `mustRespond` also if one does not
 * respond: a server that starts serves the bots of the other nodes.
 */
export async function requireSafeNodes(pool: Pool, mustRespond: boolean): Promise<void> {
  for (const [name, isSafe, wanted] of ON_NODES) {
    const nodes = await pool.query<{ node: string; success: boolean; result: string }>(
      `SELECT nodename || ':' || nodeport AS node, success, result
       FROM run_command_on_all_nodes($1) JOIN pg_dist_node USING (nodeid)`,
      [`SHOW ${name}`],
    );
    const unsafe = nodes.rows.find((row) => (row.success ? !isSafe(row.result) : mustRespond));
    if (unsafe === undefined) continue;
    throw new Error(`Node ${unsafe.node} runs with ${name} = ${unsafe.result}: set it to ${wanted}.`);
  }
}

/** The size of a database in bytes, as SQL. */
export const bytesSql = (spread: boolean): string =>
  spread
    ? `(SELECT sum(result::bigint)::bigint FROM run_command_on_all_nodes('SELECT pg_database_size(current_database())') WHERE success)`
    : 'pg_database_size(current_database())';

/** Throws if a server is connected to the database. */
export async function requireNoServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [SERVING],
  );
  if (rows[0]?.count > 0) throw new Error('A server uses the PostgreSQL database: stop it first.');
}
