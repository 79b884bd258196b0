import { existsSync, lstatSync } from 'node:fs';
import { Kysely, SqliteDialect as KyselySqliteDialect, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { openPostgres } from '@/lib/data/postgres/open';
import { COMMAND } from '@/lib/data/postgres/pool';
import type { Schema } from '@/lib/data/schema';
import { SqliteDialect } from '@/lib/data/sqlite/dialect';
import { openSqlite } from '@/lib/data/sqlite/open';
import { TABLES, type Table } from '@/lib/data/table-list';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { copiedColumns, type Figures, TableDigest, type TableFigures } from './figures';

/** Copies all data into an empty database of either kind and compares the row counts. Returns the figures of what was read. */
export async function copyDatabase(
  from: DatabaseAddress,
  to: DatabaseAddress,
  options: CopyOptions = {},
): Promise<Figures> {
  return copyInto(await openSource(from), to, options);
}

/** Which tables to copy, and what else to write in the same transaction. */
export type CopyOptions = {
  readonly isWanted?: Parameters<typeof copyRows>[2];
  readonly writeAlso?: (write: Kysely<Schema>) => Promise<void>;
  readonly progress?: Progress;
};

/** Copies all data of a source and closes it. */
export async function copyInto(
  source: Kysely<Schema>,
  to: DatabaseAddress,
  options: CopyOptions = {},
): Promise<Figures> {
  try {
    const target = await openTarget(to);
    try {
      // A snapshot of one moment. SQLite always reads one; PostgreSQL needs this isolation level.
      const figures = await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((read) => target.transaction().execute((write) => copyChecked(read, write, options)));
      // PostgreSQL would plan for empty tables until it analyzes them by itself, in a minute. All is copied, with or without it.
      const names = sql.join(TABLES.map(({ name }) => sql.table(name)));
      if (to.kind === 'postgres') await sql`ANALYZE ${names}`.execute(target).catch(() => {});
      return figures;
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

async function copyChecked(
  read: Kysely<Schema>,
  write: Kysely<Schema>,
  { isWanted, writeAlso, progress = noProgress }: CopyOptions,
): Promise<Figures> {
  const present = await countRows(write);
  if (Object.values(present).some((n) => n > 0)) {
    throw new Error('The target database is not empty; nothing was copied.');
  }
  const before = await countRows(read, isWanted, progress);
  const total = Object.values(before).reduce((sum, n) => sum + n, 0);
  const figures = await copyRows(read, write, isWanted, (done) =>
    progress('Copying the rows', done, total, 'rows'),
  );
  const after = await countRows(write, isWanted, progress);
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    throw new Error('The counts differ after copying; nothing was copied.');
  }
  await writeAlso?.(write);
  return figures;
}

async function openSource(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'postgres') return openPool(address.url);
  if (!existsSync(address.file)) throw new Error(`There is no database at ${address.file}.`);
  // Kysely's own dialect: transactions of ours would keep a running server from writing.
  return new Kysely<Schema>({ dialect: new KyselySqliteDialect({ database: openSqlite(address.file) }) });
}

async function openTarget(address: DatabaseAddress): Promise<Kysely<Schema>> {
  if (address.kind === 'postgres') return openPool(address.url);
  // In a folder that others can write to, a link could point to any file of this user.
  if (lstatSync(address.file, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${address.file} is a symbolic link; name the file itself.`);
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect(openSqlite(address.file)) });
}

async function openPool(url: string): Promise<Kysely<Schema>> {
  const pool = await openPostgres({ ...COMMAND, url });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

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
  progress: Progress = noProgress,
): Promise<TableCounts> {
  const counts: Record<string, number> = {};
  const tables = TABLES.filter(isWanted);
  for (const [at, { name }] of tables.entries()) {
    progress('Counting the rows', at, tables.length, 'tables');
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
async function copyRows(
  source: Kysely<Schema>,
  target: Kysely<Schema>,
  isWanted: (table: Table) => boolean = everyTable,
  onCopied: (rows: number) => void = () => {},
): Promise<Figures> {
  const figures: Record<string, TableFigures> = {};
  let copied = 0;
  for (const { name, key } of TABLES.filter(isWanted)) {
    const digest = new TableDigest();
    let after: Row | undefined;
    for (;;) {
      const rows = await readAfter(source, name, key, after);
      const columns = copiedColumns(Object.keys(rows[0] ?? {}));
      for (const row of rows) digest.add(columns.map((column) => row[column]));
      if (rows.length > 0) await writeRows(target, name, rows);
      copied += rows.length;
      onCopied(copied);
      // With two embedded databases nothing else would let a timer run, or a signal arrive.
      await new Promise(setImmediate);
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1);
    }
    figures[name] = digest.figures;
  }
  return figures;
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

async function writeRows(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = copiedColumns(Object.keys(rows[0] ?? {}));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const isPostgres = table === 'audit_log' && db.getExecutor().adapter instanceof PostgresAdapter;
  const keepIds = isPostgres ? sql`OVERRIDING SYSTEM VALUE` : sql``;
  await sql`INSERT INTO ${sql.table(table)} (${names}) ${keepIds} VALUES ${sql.join(values)}`.execute(db);
  if (isPostgres) {
    await sql`SELECT setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) FROM audit_log`.execute(db);
  }
}
