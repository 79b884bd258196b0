import type { ClientBase } from 'pg';
import { FLUSH_SETTING } from './flush-after';

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
const READ_BACK = `SELECT ${Object.keys(REQUIRED)
  .map((name) => `current_setting('${name}') AS ${name}`)
  .join(', ')}`;

/** Refuses a session that could lose confirmed reports: what it asked for may have been dropped on the way. */
export async function requireSession(client: ClientBase): Promise<void> {
  const [found] = (await client.query<Record<string, string>>(READ_BACK)).rows;
  for (const [name, { allowed, advice }] of Object.entries(REQUIRED)) {
    const value = found?.[name] ?? 'unknown';
    if (!allowed.includes(value)) throw new Error(`PostgreSQL runs with ${name} = ${value}: ${advice}.`);
  }
}
