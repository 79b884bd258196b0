import type { Migration } from './migration';

/**
 * Reports without a reference to their bot: with one, deleting a bot takes its whole history with it in one statement.
 * SQLite cannot drop a reference, so there the table is made again. And lists on PostgreSQL in the order that SQLite has
 * them in, which calls it `binary`.
 */
export const history: Migration = {
  version: 3,
  name: 'history',
  sqlite: [
    `CREATE TABLE reports_alone (
      bot_id TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      number INTEGER NOT NULL,
      server_count INTEGER NOT NULL,
      user_count INTEGER NOT NULL,
      shard_count INTEGER NOT NULL,
      PRIMARY KEY (bot_id, at_ms, number)
    ) STRICT, WITHOUT ROWID`,
    `INSERT INTO reports_alone SELECT bot_id, at_ms, number, server_count, user_count, shard_count
      FROM reports ORDER BY bot_id, at_ms, number`,
    'DROP TABLE reports',
    'ALTER TABLE reports_alone RENAME TO reports',
  ],
  postgres: [
    'ALTER TABLE reports DROP CONSTRAINT reports_bot_id_fkey',
    `CREATE COLLATION "binary" (provider = libc, locale = 'C')`,
    'DROP INDEX bots_by_name, users_by_name, keys_by_time',
    'CREATE INDEX bots_by_name ON bots (name COLLATE "binary", id COLLATE "binary")',
    'CREATE INDEX users_by_name ON users (name COLLATE "binary", id COLLATE "binary")',
    'CREATE INDEX keys_by_time ON api_keys (created_at_ms, id COLLATE "binary")',
  ],
};
