import type { RawDatabase } from './process/raw-database';

/** The columns of each table that holds data, read from the database's own catalogue. */
export async function columnsOf(
  rawDatabase: RawDatabase,
  isPostgres: boolean,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await rawDatabase.rows<{ place: string; name: string }>(
    isPostgres
      ? `SELECT table_name AS place, column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name NOT IN ('schema_migrations', 'probes', 'folding')`
      : `SELECT m.name AS place, c.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.name NOT IN ('schema_migrations', 'probes', 'folding') AND m.name NOT LIKE 'sqlite_%'`,
  );
  const columns = new Map<string, string[]>();
  for (const { place, name } of rows) columns.set(place, [...(columns.get(place) ?? []), name]);
  return columns;
}

/** Every column's name as in SQL and as in code: `is_disabled`, `isDisabled`. */
export function namesOf(columns: ReadonlyMap<string, readonly string[]>): string[] {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const all = [...columns.values()].flat();
  return [...new Set(all.flatMap((name) => [name, camel(name), camel(name.replace(/_at_ms$|_ms$/, ''))]))];
}
