import type { Migration } from './migration';

const table = (integer: string, text: string, end: string): string => `CREATE TABLE usage_parts (
    bot_id ${text} NOT NULL,
    started_at_ms ${integer} NOT NULL,
    day ${integer} NOT NULL,
    cycle_index ${integer} NOT NULL,
    operations ${text} NOT NULL,
    keys ${text} NOT NULL,
    PRIMARY KEY (bot_id, started_at_ms)
  )${end}`;

const NUMBER_KEYS = `UPDATE api_keys SET number = numbered.n FROM (
    SELECT hash, row_number() OVER (PARTITION BY bot_id ORDER BY created_at_ms, hash) AS n FROM api_keys
  ) AS numbered WHERE numbered.hash = api_keys.hash`;

/** What used the quota (contract section 12). Calls before it stay as they were counted: not split. */
export const usageParts: Migration = {
  version: 20,
  name: 'usage-parts',
  sqlite: [
    "ALTER TABLE bots ADD COLUMN usage_part TEXT NOT NULL DEFAULT ''",
    table('INTEGER', 'TEXT', ' STRICT, WITHOUT ROWID'),
    'ALTER TABLE api_keys ADD COLUMN number INTEGER',
    NUMBER_KEYS,
  ],
  postgres: [
    "ALTER TABLE bots ADD COLUMN usage_part text NOT NULL DEFAULT ''",
    table('bigint', 'text', ''),
    'ALTER TABLE api_keys ADD COLUMN number bigint',
    NUMBER_KEYS,
  ],
};
