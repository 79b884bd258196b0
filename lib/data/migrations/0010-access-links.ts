import type { Migration } from './migration';

/**
 * Links for invited people and new passwords, without foreign keys: an invited person does not exist yet. And what the
 * service knows about itself: the counts of its jobs and the last backup.
 */
export const accessLinks: Migration = {
  version: 10,
  name: 'access-links',
  sqlite: [
    `CREATE TABLE access_links (
      hash TEXT NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('invite', 'reset')),
      user_id TEXT NOT NULL,
      email TEXT NOT NULL,
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('owner', 'admin')),
      issuer TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      expires_at_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE service_facts (
      name TEXT NOT NULL PRIMARY KEY,
      at_ms INTEGER NOT NULL,
      value_json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
  ],
  postgres: [
    `CREATE TABLE access_links (
      hash text NOT NULL PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('invite', 'reset')),
      user_id text NOT NULL,
      email text NOT NULL,
      name text NOT NULL,
      role text NOT NULL CHECK (role IN ('owner', 'admin')),
      issuer text NOT NULL,
      created_at_ms bigint NOT NULL,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE TABLE service_facts (
      name text NOT NULL PRIMARY KEY,
      at_ms bigint NOT NULL,
      value_json text NOT NULL
    )`,
  ],
};
