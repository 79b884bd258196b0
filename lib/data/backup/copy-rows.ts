import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '@/lib/data/schema';
import { TABLES, type Table } from '@/lib/data/table-list';

const everyTable = (_: Table) => true;

/** Rows per statement: with up to 17 columns this stays below every parameter limit. */
const ROWS_AT_ONCE = 500;

type Row = Record<string, string | number | null>;

/** Row counts by table. */
export type TableCounts = Readonly<Record<string, number>>;

/** Counts the rows of all tables, or of those that `isWanted`. */
export async function countRows(
  db: Kysely<Schema>,
  isWanted: (table: Table) => boolean = everyTable,
): Promise<TableCounts> {
  const counts: Record<string, number> = {};
  for (const { name } of TABLES.filter(isWanted)) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/**
 * Copies all rows of the tables that `isWanted` (default: all) to an empty database with the same schema, of either
 * kind. Both arguments must be transactions: the source does not change meanwhile, and the target gets all or
 * nothing.
 */
export async function copyRows(
  source: Kysely<Schema>,
  target: Kysely<Schema>,
  isWanted: (table: Table) => boolean = everyTable,
): Promise<void> {
  for (const { name, key } of TABLES.filter(isWanted)) {
    let after: Row | undefined;
    for (;;) {
      const rows = await readAfter(source, name, key, after);
      if (rows.length > 0) await writeRows(target, name, rows);
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1);
    }
  }
}

async function readAfter(
  db: Kysely<Schema>,
  table: string,
  key: readonly string[],
  after?: Row,
): Promise<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const start =
    after === undefined ? sql`` : sql`WHERE (${columns}) > (${sql.join(key.map((k) => sql.val(after[k])))})`;
  const query = sql<Row>`SELECT * FROM ${sql.table(table)} ${start} ORDER BY ${columns} LIMIT ${sql.lit(ROWS_AT_ONCE)}`;
  return (await query.execute(db)).rows;
}

/** PostgreSQL only: the row version with which a call detects concurrent changes. */
const NOT_COPIED = new Set(['version']);

async function writeRows(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !NOT_COPIED.has(column));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const isPostgres = table === 'audit_log' && db.getExecutor().adapter instanceof PostgresAdapter;
  const keepIds = isPostgres ? sql`OVERRIDING SYSTEM VALUE` : sql``;
  await sql`INSERT INTO ${sql.table(table)} (${names}) ${keepIds} VALUES ${sql.join(values)}`.execute(db);
  if (isPostgres) {
    await sql`SELECT setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) FROM audit_log`.execute(db);
  }
}
