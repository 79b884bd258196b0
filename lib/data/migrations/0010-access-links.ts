import { type Migration, onBoth } from './migration';

/**
 * Links for invited people and new passwords, without foreign keys: an invited person does not exist yet. And what the
 * service knows about itself: the counts of its jobs and the last backup.
 */
export const accessLinks: Migration = {
  version: 10,
  name: 'access-links',
  ...onBoth([
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
  ]),
};
