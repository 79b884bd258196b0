import type { Database } from '../sqlite/driver.mjs';

/** What the schema of a database has, which may be of an older version. */
export const hasTable = (database: Database, schema: string, name: string): boolean =>
  database.prepare(`SELECT 1 FROM ${schema}.sqlite_master WHERE type = 'table' AND name = ?`).get(name) !==
  undefined;

export const hasColumn = (database: Database, schema: string, table: string, name: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?, ?) WHERE name = ?').get(table, schema, name) !==
  undefined;
