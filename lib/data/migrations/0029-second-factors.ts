import { type Migration, onBoth } from './migration';

const TABLES = ['second_factors', 'recovery_codes', 'remembered_browsers'];

const tables = [
  `CREATE TABLE second_factors (
    user_id TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL,
    started_by TEXT NOT NULL,
    started_at_ms INTEGER NOT NULL,
    enabled_at_ms INTEGER,
    last_step INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE remembered_browsers (
    user_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    client TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
  ) STRICT, WITHOUT ROWID`,
];

/** Second factors of people, their recovery codes that were not used, and the browsers that are not asked for a code. */
export const secondFactors: Migration = {
  version: 29,
  name: 'second-factors',
  ...onBoth(tables),
  spread: TABLES.map((name) => `SELECT citus_add_local_table_to_metadata('${name}')`),
};
