import type { ClientBase } from 'pg';

/** The server gives up this much earlier than the client: then it is known that nothing was stored. */
const SERVER_GIVES_UP_EARLIER_MS = 250;

/**
 * The settings of a session, as the start-up parameter `options`. Ours are last and so win over the operator's, and over
 * the defaults of the server, the database and the role.
 */
export function sessionOptions(ofOperator: string, queryTimeoutMs: number, ...more: string[]): string {
  const own = [
    // A commit must be on disk when it is confirmed.
    'synchronous_commit=on',
    FLUSH_SETTING,
    `statement_timeout=${Math.max(0, queryTimeoutMs - SERVER_GIVES_UP_EARLIER_MS)}`,
    `idle_in_transaction_session_timeout=${2 * queryTimeoutMs}`,
    ...more,
  ];
  return [ofOperator, ...own.map((setting) => `-c ${setting}`)].join(' ').trim();
}

/** What a session must have, and what to do where it has not. */
const REQUIRED: Readonly<Record<string, { readonly allowed: readonly string[]; readonly advice: string }>> = {
  fsync: { allowed: ['on'], advice: 'set it to "on"' },
  full_page_writes: { allowed: ['on'], advice: 'set it to "on"' },
  synchronous_commit: {
    allowed: ['on', 'remote_apply'],
    advice:
      'Botmeter asks for "on", so a pooler in between drops that; set it for the role with ALTER ROLE … SET synchronous_commit = on',
  },
  // Anything else cannot store every text.
  server_encoding: { allowed: ['UTF8', 'SQL_ASCII'], advice: 'create the database with ENCODING UTF8' },
};
const READ_BACK = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only,
  ${Object.keys(REQUIRED)
    .map((name) => `current_setting('${name}') AS ${name}`)
    .join(', ')}`;

/** A server that cannot be used now, where another one of the address may. */
export class ReadOnlyServer extends Error {
  override name = 'ReadOnlyServer';
}

/**
 * Refuses a session that could lose confirmed reports, because what it asked for may have been dropped on the way, and one
 * that accepts no writes: that of a standby or of a server that is no longer the primary.
 */
export async function requireSession(client: ClientBase): Promise<void> {
  const [found] = (await client.query<Record<string, string> & { is_read_only: boolean }>(READ_BACK)).rows;
  if (found?.is_read_only) throw new ReadOnlyServer('The server accepts no writes: it is a standby.');
  for (const [name, { allowed, advice }] of Object.entries(REQUIRED)) {
    const value = found?.[name] ?? 'unknown';
    if (!allowed.includes(value)) throw new Error(`PostgreSQL runs with ${name} = ${value}: ${advice}.`);
  }
}

/**
 * How much a session may write before the system is asked to write it to the disk. Otherwise it piles up in the system's
 * cache until that, or a checkpoint, writes all of it at once, and commits wait: 0.3 s while old reports are folded.
 */
const FLUSH_AFTER = '256kB';

const FLUSH_SETTING = `backend_flush_after=${FLUSH_AFTER}`;

/**
 * Sets it for autovacuum too, whose sessions take their settings from the database. A value that the database already has
 * stays, and a role that does not own the database goes on without.
 */
export const SET_FOR_AUTOVACUUM = `DO $$ BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND setrole = 0
      AND setting LIKE 'backend_flush_after=%'
  ) THEN
    EXECUTE format('ALTER DATABASE %I SET backend_flush_after = %L', current_database(), '${FLUSH_AFTER}');
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
END $$`;
