import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema';

/** Every table that holds data, in an order in which references exist, with the columns that give its rows an order. */
const TABLES = [
  { name: 'users', key: ['id'] },
  { name: 'bots', key: ['id'] },
  { name: 'api_keys', key: ['hash'] },
  { name: 'reports', key: ['bot_id', 'at_ms', 'number'] },
  { name: 'audit_log', key: ['id'] },
  { name: 'setup_tokens', key: ['hash'] },
  { name: 'sessions', key: ['hash'] },
  { name: 'sign_in_attempts', key: ['subject'] },
  { name: 'identities', key: ['provider', 'subject'] },
] as const satisfies readonly { name: keyof Schema; key: readonly string[] }[];

/** Rows read and written at once: with up to 17 columns below every limit on parameters. */
const ROWS_AT_ONCE = 500;

type Row = Record<string, string | number | null>;

/** How many rows each table holds. */
export type TableCounts = Readonly<Record<string, number>>;

/** `isThere`: older versions do not have every table. */
export async function countRows(
  db: Kysely<Schema>,
  isThere: (table: string) => boolean = () => true,
): Promise<TableCounts> {
  const counts: Record<string, number> = {};
  for (const { name } of TABLES.filter((table) => isThere(table.name))) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/**
 * Copies every row from one database to another, empty one with the same schema, be they of the same kind or not. Both
 * are transactions: the source does not change under it, and the target gets all or nothing.
 */
export async function copyRows(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  for (const { name, key } of TABLES) {
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

/** Of PostgreSQL alone: the number by which it sees that a bot's row has changed. */
const NOT_COPIED = new Set(['version']);

async function writeRows(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !NOT_COPIED.has(column));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const isPostgres = table === 'audit_log' && db.getExecutor().adapter.constructor.name === 'PostgresAdapter';
  const keepIds = isPostgres ? sql`OVERRIDING SYSTEM VALUE` : sql``;
  await sql`INSERT INTO ${sql.table(table)} (${names}) ${keepIds} VALUES ${sql.join(values)}`.execute(db);
  if (isPostgres) {
    await sql`SELECT setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) FROM audit_log`.execute(db);
  }
}
