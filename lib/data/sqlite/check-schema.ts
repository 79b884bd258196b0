import { type SchemaObject, schemaDifferences } from '@/lib/data/schema-differences';
import { FIGURES_TABLE } from '@/lib/data/table-list';
import { MIGRATIONS, pendingMigrations } from '../migrations/all';
import SqliteDatabase, { type Database } from './driver.mjs';
import { schemaVersion, VERSION_TABLE } from './open';

/**
 * Returns one sentence for each difference between a database's schema and the one that the migrations create up to
 * its version. Throws if the database is empty, newer than this program or another program's.
 */
export function schemaProblems(database: Database): string[] {
  const version = schemaVersion(database);
  if (version === null) throw new Error('it is empty.');
  // Throws if the schema is newer.
  pendingMigrations(version);
  const made = new SqliteDatabase(':memory:');
  try {
    made.exec(VERSION_TABLE);
    for (const { sqlite } of MIGRATIONS.slice(0, version)) for (const one of sqlite) made.exec(one);
    return schemaDifferences(objectsOf(made), objectsOf(database));
  } finally {
    made.close();
  }
}

/** Leaves out SQLite's internal objects (indexes of constraints, sequences, statistics) and the figures of a backup. */
function objectsOf(database: Database): SchemaObject[] {
  const rows = database
    .prepare<[], { kind: string; name: string; sql: string | null }>(
      `SELECT type AS kind, name, sql FROM sqlite_master
       WHERE NOT (type = 'index' AND sql IS NULL)
         AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4', '${FIGURES_TABLE}'))
       ORDER BY type, name`,
    )
    .all();
  return rows.map(({ kind, name, sql }) => ({ kind, name, definition: normalized(sql ?? '') }));
}

/** SQLite stores the original statement text: differences in white space and quoted names do not matter. */
const normalized = (sql: string): string =>
  sql
    .replace(/["`]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');
