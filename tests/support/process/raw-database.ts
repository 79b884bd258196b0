import type pg from 'pg';
import { openPool } from '@/lib/data/postgres/pool';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';

type Value = string | number;

/** Direct SQL access for tests, not through the product. The same statements run on both databases; `?` marks values. */
export interface RawDatabase {
  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Without values, several statements may be run at once. */
  run(sql: string, ...values: Value[]): Promise<void>;
  /** Runs several statements in one transaction. */
  runAll(statements: readonly (readonly [sql: string, ...values: Value[]])[]): Promise<void>;
  /** SQL that every update of a bot's row must include, so that a concurrent call notices the change. */
  readonly bumpVersion: string;
  /** Blocks all other writers until the returned function is called. */
  holdWrites(): Promise<() => Promise<void>>;
  /** `ok`, or what the database's integrity check found. */
  integrity(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the database of a `DATABASE_URL`. */
export const openRawDatabase = (databaseUrl: string): RawDatabase =>
  databaseUrl.startsWith('file:') ? rawSqlite(databaseUrl.slice('file:'.length)) : rawPostgres(databaseUrl);

function rawSqlite(file: string): RawDatabase {
  const database = new SqliteDatabase(file, { timeout: 10_000 });
  const run = (sql: string, ...values: Value[]) => {
    if (values.length === 0) database.exec(sql);
    else database.prepare(sql).run(...values);
  };
  return {
    bumpVersion: '',
    rows: async <Row>(sql: string, ...values: Value[]) => database.prepare<Value[], Row>(sql).all(...values),
    run: async (sql, ...values) => run(sql, ...values),
    async runAll(statements) {
      const all = () => {
        for (const [sql, ...values] of statements) run(sql, ...values);
      };
      database.transaction(all).immediate();
    },
    async holdWrites() {
      database.exec('BEGIN IMMEDIATE');
      return async () => void database.exec('ROLLBACK');
    },
    integrity: async () => database.pragma('integrity_check', { simple: true }),
    close: async () => void database.close(),
  };
}

function rawPostgres(url: string): RawDatabase {
  const pool = openPool({ url, max: 2, onError: () => {}, queryTimeoutMs: 60_000 });
  const numbered = (sql: string) => {
    let count = 0;
    return sql.replace(/\?/g, () => `$${++count}`);
  };
  return {
    bumpVersion: 'version = version + 1, ',
    rows: async <Row>(sql: string, ...values: Value[]) =>
      (await pool.query<Row & pg.QueryResultRow>(numbered(sql), values)).rows,
    async run(sql, ...values) {
      await (values.length === 0 ? pool.query(sql) : pool.query(numbered(sql), values));
    },
    async runAll(statements) {
      const client = await pool.connect();
      await client.query('BEGIN');
      for (const [sql, ...values] of statements) await client.query(numbered(sql), values);
      await client.query('COMMIT');
      client.release();
    },
    async holdWrites() {
      const client = await pool.connect();
      await client.query('BEGIN');
      const tables = await client.query<{ name: string }>(
        'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
      );
      await client.query(`LOCK TABLE ${tables.rows.map(({ name }) => name)} IN EXCLUSIVE MODE`);
      return async () => {
        await client.query('ROLLBACK');
        client.release();
      };
    },
    // PostgreSQL reports a lost page when it reads it, so read all of them.
    async integrity() {
      await pool.query('SELECT count(*) FROM bots b LEFT JOIN reports r ON r.bot_id = b.id');
      return 'ok';
    },
    close: () => pool.end(),
  };
}

/** Rows of a statement. */
const COPIES_AT_ONCE = 250;
/** Copies a row, with other values of some columns in each copy: ids and hashes, which need no escapes. */
export async function copyRow(
  rawDatabase: RawDatabase,
  table: string,
  id: string,
  changed: readonly string[],
  copies: readonly (readonly string[])[],
): Promise<void> {
  const [row = {}] = await rawDatabase.rows<object>(`SELECT * FROM ${table} WHERE id = ?`, id);
  const same = Object.keys(row).filter((name) => !changed.includes(name));
  for (let from = 0; from < copies.length; from += COPIES_AT_ONCE) {
    const values = copies.slice(from, from + COPIES_AT_ONCE).map((each) => `('${each.join("', '")}')`);
    await rawDatabase.run(
      `INSERT INTO ${table} (${[...changed, ...same]}) SELECT copies.*, ${same.map((name) => `one.${name}`)}
       FROM (VALUES ${values}) AS copies, ${table} AS one WHERE one.id = '${id}'`,
    );
  }
}

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
