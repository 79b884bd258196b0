import type { Migration } from './migration';

const TABLES = ['second_factors', 'recovery_codes', 'remembered_browsers'];

const tables = (integer: string, text: string, end: string): string[] => [
  `CREATE TABLE second_factors (
    user_id ${text} NOT NULL PRIMARY KEY,
    sealed ${text} NOT NULL,
    started_by ${text} NOT NULL,
    started_at_ms ${integer} NOT NULL,
    enabled_at_ms ${integer},
    last_step ${integer} NOT NULL
  )${end}`,
  `CREATE TABLE recovery_codes (
    user_id ${text} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (user_id, hash)
  )${end}`,
  `CREATE TABLE remembered_browsers (
    user_id ${text} NOT NULL,
    hash ${text} NOT NULL,
    created_at_ms ${integer} NOT NULL,
    expires_at_ms ${integer} NOT NULL,
    client ${text} NOT NULL,
    PRIMARY KEY (user_id, hash)
  )${end}`,
];

/** Second factors of people, their recovery codes that were not used, and the browsers that are not asked for a code. */
export const secondFactors: Migration = {
  version: 29,
  name: 'second-factors',
  sqlite: tables('INTEGER', 'TEXT', ' STRICT, WITHOUT ROWID'),
  postgres: tables('bigint', 'text', ''),
  spread: TABLES.map((name) => `SELECT citus_add_local_table_to_metadata('${name}')`),
};
