import type { Pool } from 'pg';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { distributedFunction, WRITE_FUNCTIONS } from '../call-writes';
import { TABLES } from '../table-list';
import { migrate } from './open';
import { COMMAND, openPool } from './pool';
import { requireNoServer, requireSafeNodes } from './spread';

/** Tables whose rows lie with their bot, all by `bot_id`: one call writes them in one transaction on one node. */
export const WITH_BOT: readonly string[] = [
  'reports',
  'report_hours',
  'usage_parts',
  'events',
  'marks',
  'pauses',
  'votes',
  'vote_days',
];
/** Tables that every node has a copy of. */
export const REFERENCE: readonly string[] = ['users', 'folding'];

/**
 * All other tables stay on the coordinator. They are made known to Citus: otherwise a transaction that also writes rows of
 * a bot would not be atomic (the worker would commit first).
 */
const localTables = (): string[] =>
  TABLES.map(({ name }) => name).filter(
    (name) => name !== 'bots' && !WITH_BOT.includes(name) && !REFERENCE.includes(name),
  );

/** A step of the plan: what it does, in words and SQL. Steps that are done are left out. */
type Step = { readonly what: string; readonly sql: readonly string[] };

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

type Names = ReadonlySet<string>;
type Found = { readonly triggers: Names; readonly indexes: Names };

/** What of the migrations' schema Citus refuses, or does not hold. */
const CHANGES: readonly (Step & { readonly isDone: (found: Found) => boolean })[] = [
  {
    what: 'Drop the trigger of bots: updates move their version themselves.',
    sql: ['DROP TRIGGER bots_change_moves ON bots'],
    isDone: ({ triggers }) => !triggers.has('bots_change_moves of rows'),
  },
  {
    what: 'Let the key of events begin with the bot.',
    sql: [
      'ALTER TABLE events DROP CONSTRAINT events_pkey',
      'ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (bot_id, id)',
      'CREATE INDEX events_by_id ON events (id)',
    ],
    isDone: ({ indexes }) => indexes.has('events_by_id'),
  },
  {
    what: 'Let the key of votes begin with the bot.',
    sql: [
      'ALTER TABLE votes DROP CONSTRAINT votes_pkey',
      'ALTER TABLE votes ADD CONSTRAINT votes_pkey PRIMARY KEY (bot_id, id)',
      'CREATE INDEX votes_by_id ON votes (id)',
    ],
    isDone: ({ indexes }) => indexes.has('votes_by_id'),
  },
  {
    what: 'Index when keys were ended, for which servers look twice a second.',
    sql: [
      'CREATE INDEX keys_by_revocation ON api_keys (revoked_at_ms) WHERE revoked_at_ms IS NOT NULL',
      'CREATE INDEX keys_by_rotation ON api_keys (rotated_at_ms) WHERE rotated_at_ms IS NOT NULL',
    ],
    isDone: ({ indexes }) => indexes.has('keys_by_rotation'),
  },
  {
    what: 'Guard the audit log by row: a trigger by statement does not hold on a cluster.',
    sql: [
      'DROP TRIGGER audit_log_stands ON audit_log',
      'CREATE TRIGGER audit_log_stands BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only()',
      'CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only()',
    ],
    isDone: ({ triggers }) => triggers.has('audit_log_stands of rows'),
  },
];

/** What `distribute` changes in the schema of the migrations. */
export const SPREAD_SCHEMA: readonly string[] = [
  ...CHANGES.flatMap(({ sql }) => sql),
  ...Object.values(WRITE_FUNCTIONS),
];

/** The steps that are left to spread a migrated database over its cluster's workers; none once it is spread. */
async function planOf(pool: Pool, shards?: number): Promise<Step[]> {
  const names = async (sql: string) =>
    new Set((await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name));
  const spread = await names(
    "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h'",
  );
  const placed = await names(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE repmodel = 't' OR NOT autoconverted`,
  );
  const triggers = await names(`SELECT tgname || CASE WHEN tgtype & 1 = 1 THEN ' of rows' ELSE '' END AS name
    FROM pg_trigger WHERE NOT tgisinternal`);
  const indexes = await names('SELECT indexname AS name FROM pg_indexes');
  const nodes = await names('SELECT groupid::text AS name FROM pg_dist_node');
  if (!nodes.has('0'))
    throw new Error(
      'The cluster does not know its coordinator: SELECT citus_set_coordinator_host(host, port).',
    );
  const workers = await names(
    "SELECT nodename || ':' || nodeport AS name FROM pg_dist_node WHERE shouldhaveshards AND isactive",
  );
  if (workers.size === 0)
    throw new Error('The cluster has no workers: add them with SELECT citus_add_node(host, port).');
  const count = shards ?? 4 * workers.size;
  const steps: (Step | false)[] = [
    ...CHANGES.map(({ isDone, ...step }) => !isDone({ triggers, indexes }) && step),
    ...REFERENCE.map(
      (table) =>
        !placed.has(table) && {
          what: `Copy ${table} to every node.`,
          sql: [`SELECT create_reference_table('${table}')`],
        },
    ),
    !spread.has('bots') && {
      what: `Spread bots over ${workers.size} workers in ${count} parts.`,
      sql: [`SELECT create_distributed_table('bots', 'id', shard_count => ${count})`],
    },
    ...WITH_BOT.map(
      (table) =>
        !spread.has(table) && {
          what: `Put ${table} where their bot is.`,
          sql: [`SELECT create_distributed_table('${table}', 'bot_id', colocate_with => 'bots')`],
        },
    ),
    ...localTables().map(
      (table) =>
        !placed.has(table) && {
          what: `Keep ${table} on the coordinator.`,
          sql: [`SELECT citus_add_local_table_to_metadata('${table}')`],
        },
    ),
  ];
  const done = await pool.query<{ n: string }>(
    `SELECT count(*) AS n FROM pg_proc WHERE proname IN (${quoted(FUNCTION_NAMES)})`,
  );
  if (Number(done.rows[0]?.n) < FUNCTION_NAMES.length)
    steps.push({ what: 'Make the functions that write a call.', sql: FUNCTION_STEPS });
  return steps.filter((step) => step !== false);
}

const FUNCTION_NAMES = Object.keys(WRITE_FUNCTIONS);
const SEQUENTIAL = `DO $$ BEGIN EXECUTE format(
  'ALTER DATABASE %I SET citus.multi_shard_modify_mode = sequential', current_database()); END $$`;
const FUNCTION_STEPS = [
  ...Object.values(WRITE_FUNCTIONS),
  ...FUNCTION_NAMES.map(distributedFunction),
  // Otherwise a transaction that changes a shared table and rows of several bots is refused.
  SEQUENTIAL,
];

/** Refuses a database that is no cluster, one in use, and a cluster with a node that could lose what it confirms. */
async function requireCluster(pool: Pool): Promise<void> {
  const { rows } = await pool.query("SELECT to_regclass('pg_catalog.pg_dist_node') IS NOT NULL AS has");
  if (!rows[0]?.has) throw new Error('The database has no Citus: CREATE EXTENSION citus on every node.');
  await requireNoServer(pool);
  await requireSafeNodes(pool, true);
}

/**
 * Spreads the bots of a database over the workers of its Citus cluster, in `shards` parts (by default four a worker); returns
 * what was done, or with `isDryRun` what would be. May be run again: each step that is done is left out.
 */
export async function distribute(
  url: string,
  shards?: number,
  isDryRun = false,
  progress: Progress = noProgress,
): Promise<string[]> {
  const pool = openPool({ ...COMMAND, url });
  try {
    await requireCluster(pool);
    if (!isDryRun) await migrate(pool);
    const steps = await planOf(pool, shards);
    if (!isDryRun) await runSteps(pool, steps, progress);
    return steps.map(({ what }) => what);
  } finally {
    await pool.end();
  }
}

/** Each step is a transaction of its own. */
async function runSteps(pool: Pool, steps: readonly Step[], progress: Progress): Promise<void> {
  const client = await pool.connect();
  try {
    for (const [at, { sql }] of steps.entries()) {
      progress('Spreading the tables', at, steps.length, 'steps');
      await client.query('BEGIN');
      await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
      for (const statement of sql) await client.query(statement);
      await client.query('COMMIT');
    }
  } finally {
    client.release(true);
  }
}
