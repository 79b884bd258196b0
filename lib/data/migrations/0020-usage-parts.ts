import { type Migration, onBoth } from './migration';

/** What used the quota (contract section 12). Calls before it stay as they were counted: not split. */
export const usageParts: Migration = {
  version: 20,
  name: 'usage-parts',
  ...onBoth([
    "ALTER TABLE bots ADD COLUMN usage_part TEXT NOT NULL DEFAULT ''",
    `CREATE TABLE usage_parts (
    bot_id TEXT NOT NULL,
    started_at_ms INTEGER NOT NULL,
    day INTEGER NOT NULL,
    cycle_index INTEGER NOT NULL,
    operations TEXT NOT NULL,
    keys TEXT NOT NULL,
    PRIMARY KEY (bot_id, started_at_ms)
  ) STRICT, WITHOUT ROWID`,
    'ALTER TABLE api_keys ADD COLUMN number INTEGER',
    `UPDATE api_keys SET number = numbered.n FROM (
    SELECT hash, row_number() OVER (PARTITION BY bot_id ORDER BY created_at_ms, hash) AS n FROM api_keys
  ) AS numbered WHERE numbered.hash = api_keys.hash`,
  ]),
};
