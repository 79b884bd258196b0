import type { Migration } from './migration';

const table = (text: string, integer: string, end: string) => `CREATE TABLE removals (
    bot_id ${text} NOT NULL,
    kind ${text} NOT NULL CHECK (kind IN ('bot', 'webhook', 'voter')),
    subject ${text} NOT NULL,
    sealed ${text},
    until_ms ${integer} NOT NULL,
    PRIMARY KEY (bot_id, kind, subject)
  )${end}`;

const INDEXES = [
  // A bot's rows are deleted in batches.
  'CREATE INDEX settings_of_bot ON alert_settings (bot_id)',
  'CREATE INDEX vote_deliveries_of_bot ON vote_deliveries (bot_id)',
  'CREATE INDEX vote_refusals_of_bot ON vote_refusals (bot_id)',
  // Whether a user has voted is read without their votes, of which any number may be about to be deleted.
  'DROP INDEX votes_of_user',
  'CREATE INDEX votes_of_user ON votes (bot_id, user_id, expires_at_ms, voted_at_ms, stored_at_ms)',
];

/** What is removed at once for every read, while its rows are deleted in batches. A bot's keys are among them: they refer to no row. */
export const removals: Migration = {
  version: 23,
  name: 'removals',
  sqlite: [
    table('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
    ...INDEXES,
    `CREATE TABLE keys_without_reference (
      hash TEXT NOT NULL PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      bot_id TEXT NOT NULL,
      name TEXT NOT NULL,
      last4 TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      expires_at_ms INTEGER,
      revoked_at_ms INTEGER,
      last_used_at_ms INTEGER,
      rotated_at_ms INTEGER,
      own_expires_at_ms INTEGER,
      number INTEGER
    ) STRICT, WITHOUT ROWID`,
    `INSERT INTO keys_without_reference
      SELECT hash, id, bot_id, name, last4, created_at_ms, expires_at_ms, revoked_at_ms, last_used_at_ms,
        rotated_at_ms, own_expires_at_ms, number FROM api_keys`,
    'DROP TABLE api_keys',
    'ALTER TABLE keys_without_reference RENAME TO api_keys',
    'CREATE INDEX keys_of_bot ON api_keys (bot_id)',
    'CREATE INDEX keys_by_time ON api_keys (created_at_ms, id)',
    'CREATE INDEX keys_by_expiry ON api_keys (expires_at_ms) WHERE revoked_at_ms IS NULL AND expires_at_ms IS NOT NULL',
  ],
  postgres: [
    table('text', 'bigint', ''),
    ...INDEXES,
    'ALTER TABLE api_keys DROP CONSTRAINT IF EXISTS api_keys_bot_id_fkey',
  ],
  spread: ["SELECT citus_add_local_table_to_metadata('removals')"],
};
