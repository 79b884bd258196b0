import type { Schema } from './schema';

type TableName = keyof Schema;
type TableInfo<Name extends TableName> = {
  /** The primary key, which also orders the rows. */
  readonly key: readonly (keyof Schema[Name])[];
  /** Its rows grant access to whoever holds a matching secret, so a restore must not bring them back. */
  readonly isEndedByRestore?: true;
};
export type Table = { readonly name: TableName } & TableInfo<TableName>;

/**
 * Every table, referenced tables first. Backup, restore, copy and check use this list; a missing table is a compile
 * error.
 */
const BY_NAME: { readonly [Name in TableName]: TableInfo<Name> } = {
  users: { key: ['id'] },
  bots: { key: ['id'] },
  api_keys: { key: ['hash'] },
  usage_parts: { key: ['bot_id', 'started_at_ms'] },
  reports: { key: ['bot_id', 'at_ms', 'number'] },
  report_hours: { key: ['bot_id', 'hour_ms'] },
  audit_log: { key: ['id'] },
  setup_tokens: { key: ['hash'], isEndedByRestore: true },
  sessions: { key: ['hash'], isEndedByRestore: true },
  sign_in_attempts: { key: ['subject'] },
  identities: { key: ['provider', 'subject'] },
  access_log: { key: ['hour_ms', 'kind', 'subject'] },
  notices: { key: ['id'] },
  refusals: { key: ['bot_id', 'id'] },
  serving_times: { key: ['from_ms'] },
  access_links: { key: ['hash'], isEndedByRestore: true },
  second_factors: { key: ['user_id'] },
  recovery_codes: { key: ['user_id', 'hash'] },
  remembered_browsers: { key: ['user_id', 'hash'], isEndedByRestore: true },
  service_facts: { key: ['name'] },
  events: { key: ['id'] },
  webhook_endpoints: { key: ['id'] },
  deliveries: { key: ['endpoint_id', 'event_id'] },
  alert_settings: { key: ['user_id', 'bot_id'] },
  read_marks: { key: ['user_id'] },
  read_events: { key: ['user_id', 'event_id'] },
  mails: { key: ['id'] },
  plan_requests: { key: ['bot_id'] },
  bot_people: { key: ['bot_id', 'user_id'] },
  bot_invitations: { key: ['bot_id', 'email'], isEndedByRestore: true },
  vote_sources: { key: ['id'] },
  votes: { key: ['id'] },
  vote_counts: { key: ['bot_id'] },
  vote_days: { key: ['bot_id', 'day', 'source_id'] },
  vote_repeats: { key: ['source_id', 'hash'] },
  vote_deliveries: { key: ['id'] },
  vote_refusals: { key: ['source_id', 'hour_ms'] },
  marks: { key: ['bot_id', 'at_ms', 'id'] },
  pauses: { key: ['bot_id', 'from_ms'] },
  removals: { key: ['bot_id', 'kind', 'subject'] },
};

export const TABLES: readonly Table[] = Object.entries(BY_NAME).map(([name, info]) => ({
  ...(info as TableInfo<TableName>),
  name: name as TableName,
}));

/** The table of a backup with the figures of what was backed up. No database that is in use needs it. */
export const FIGURES_TABLE = 'backup_figures';

const isEnded = (table: Table) => table.isEndedByRestore === true;
export const ENDED_BY_RESTORE: readonly string[] = TABLES.filter(isEnded).map(({ name }) => name);
/** Whether a restore keeps the rows of a table. */
export const isRestored = (table: Table): boolean => !isEnded(table);
