import type { Migration } from './migration';

const counts = (text: string, integer: string, end: string) => `CREATE TABLE vote_counts (
    bot_id ${text} NOT NULL PRIMARY KEY,
    day ${integer} NOT NULL,
    votes ${integer} NOT NULL
  )${end}`;

/**
 * How many votes of a bot were stored on a UTC day, which is bounded, and the former secrets of sources. The kinds of lists
 * are no longer part of the schema, so that a new one needs no migration.
 */
export const voteBounds: Migration = {
  version: 24,
  name: 'vote-bounds',
  sqlite: [
    counts('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
    `CREATE TABLE sources_of_any_kind (
      id TEXT NOT NULL PRIMARY KEY,
      bot_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      secret TEXT NOT NULL,
      former_secret TEXT,
      former_until_ms INTEGER,
      created_at_ms INTEGER NOT NULL,
      paused_at_ms INTEGER,
      deleted_at_ms INTEGER
    ) STRICT, WITHOUT ROWID`,
    `INSERT INTO sources_of_any_kind
      SELECT id, bot_id, kind, name, secret, NULL, NULL, created_at_ms, paused_at_ms, deleted_at_ms FROM vote_sources`,
    'DROP TABLE vote_sources',
    'ALTER TABLE sources_of_any_kind RENAME TO vote_sources',
    'CREATE INDEX vote_sources_of_bot ON vote_sources (bot_id)',
  ],
  postgres: [
    counts('text', 'bigint', ''),
    'ALTER TABLE vote_sources DROP CONSTRAINT IF EXISTS vote_sources_kind_check',
    'ALTER TABLE vote_sources ADD COLUMN former_secret text',
    'ALTER TABLE vote_sources ADD COLUMN former_until_ms bigint',
    'ALTER TABLE vote_sources DROP COLUMN is_signed',
  ],
  spread: ["SELECT citus_add_local_table_to_metadata('vote_counts')"],
};
