import { type AccountRow, ROW_COLUMNS } from '../account-row';

/** A row with the database's time of the read, and the version that a write must find unchanged. */
export type ReadRow = AccountRow & {
  version: number;
  now_ms: number;
  key_id: string | null;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  key_number: number | null;
  /** Where the bot is on a cluster; of a key's bot only. */
  shard?: number | null;
};

export const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** The same in a condition of a cluster's update, where Citus refuses a volatile function. */
export const STATEMENT_CLOCK = CLOCK.replace('clock_timestamp', 'statement_timestamp');

/** Columns by name: with `*`, a column that a newer version adds would break planned statements. */
const ROW = `${[...ROW_COLUMNS, 'version'].map((column) => `b.${column}`).join(', ')}, ${CLOCK} AS now_ms`;

/** Named, so that each connection plans the statement once. */
export const READ_BY_KEY = {
  name: 'read-by-key',
  text: `SELECT ${ROW}, k.id AS key_id, k.expires_at_ms, k.revoked_at_ms, k.number AS key_number
    FROM api_keys k JOIN bots b ON b.id = k.bot_id WHERE k.hash = $1`,
};
export const READ_BY_BOT = {
  name: 'read-by-bot',
  text: `SELECT ${ROW}, NULL AS key_id, NULL AS expires_at_ms, NULL AS revoked_at_ms, NULL AS key_number FROM bots b WHERE b.id = $1`,
};
/** For a database that is spread: the key is on the coordinator, its bot on a worker. */
export const READ_KEY = {
  name: 'read-key',
  text: `SELECT bot_id, id AS key_id, expires_at_ms, revoked_at_ms, number AS key_number, created_at_ms,
    get_shard_id_for_distribution_column('bots', bot_id) AS shard FROM api_keys WHERE hash = $1`,
};
export const LOCK = { name: 'lock-bot', text: 'SELECT 1 FROM bots WHERE id = $1 FOR UPDATE' };

/**
 * Begins a statement with `given`: ids with times, whose rows are locked in one order. Two instances that write the same rows
 * would deadlock otherwise. MATERIALIZED, so that they are locked once: while the statistics say that the table is empty, the
 * planner would lock all of them again for each row of the table.
 */
const withLockedRows = (table: string) => `WITH given AS MATERIALIZED (SELECT id, at_ms FROM ${table}
  JOIN unnest($1::text[], $2::bigint[]) AS u (id, at_ms) USING (id) ORDER BY id FOR NO KEY UPDATE OF ${table})`;

export const WRITE_KEY_USES = {
  name: 'write-key-uses',
  text: `${withLockedRows('api_keys')} UPDATE api_keys SET last_used_at_ms = greatest(api_keys.last_used_at_ms, given.at_ms)
    FROM given WHERE api_keys.id = given.id`,
};
/** Replaces a later time only if that lies in the future, as after a clock step back. */
export const WRITE_HEARTBEATS = {
  name: 'write-heartbeats',
  text: `${withLockedRows('bots')} UPDATE bots SET last_heartbeat_at_ms = given.at_ms
    FROM given WHERE bots.id = given.id AND (last_heartbeat_at_ms BETWEEN given.at_ms AND ${CLOCK}) IS NOT TRUE`,
};
export const PROBE = {
  name: 'probe',
  text: `INSERT INTO probes (id, at_ms) VALUES (1, ${CLOCK}) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms`,
};

/** Without locking the rows in one order first, which Citus refuses: it ends a deadlock by itself, and the times stay noted. */
const given = (name: string) => `unnest($1::text[], $2::bigint[]) AS ${name} (id, at_ms)`;
export const SPREAD_KEY_USES = {
  name: 'spread-key-uses',
  text: `UPDATE api_keys SET last_used_at_ms = greatest(api_keys.last_used_at_ms, u.at_ms)
    FROM ${given('u')} WHERE api_keys.id = u.id`,
};
export const SPREAD_HEARTBEATS = {
  name: 'spread-heartbeats',
  text: `UPDATE bots SET last_heartbeat_at_ms = h.at_ms FROM ${given('h')}
    WHERE bots.id = h.id AND (last_heartbeat_at_ms BETWEEN h.at_ms AND ${STATEMENT_CLOCK}) IS NOT TRUE`,
};
