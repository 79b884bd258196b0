import type { Migration } from './migration';

/**
 * Drops the foreign key from reports to bots: with it, deleting a bot would delete its whole history in one statement.
 * SQLite cannot drop a foreign key, so the table is rebuilt there. PostgreSQL gets a collation that sorts like SQLite's
 * `binary`.
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
