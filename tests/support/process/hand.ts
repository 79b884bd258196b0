import SqliteDatabase from 'better-sqlite3';
import type pg from 'pg';
import { openPool } from '@/lib/data/postgres/pool';

type Value = string | number;

/** A hand in the database itself, past the product: the same statements on both databases, with `?` for values. */
export interface Hand {
  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  run(sql: string, ...values: Value[]): Promise<void>;
  /** Several statements, all or none. */
  runAll(statements: readonly (readonly [sql: string, ...values: Value[]])[]): Promise<void>;
  /** What a change of a bot's row must set besides, so that a call under way notices it. */
  readonly moved: string;
  /** Keeps every other connection from writing until the returned function is called. */
  holdWrites(): Promise<() => Promise<void>>;
  /** `ok`, or what is wrong with the database as a whole. */
  integrity(): Promise<unknown>;
  close(): Promise<void>;
}

/** By its `DATABASE_URL`. */
export const openHand = (databaseUrl: string): Hand =>
  databaseUrl.startsWith('file:') ? sqliteHand(databaseUrl.slice('file:'.length)) : postgresHand(databaseUrl);

function sqliteHand(file: string): Hand {
  const database = new SqliteDatabase(file, { timeout: 10_000 });
  const run = (sql: string, ...values: Value[]) => void database.prepare(sql).run(...values);
  return {
    moved: '',
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

function postgresHand(url: string): Hand {
  const pool = openPool({ url, max: 2, onError: () => {}, queryTimeoutMs: 60_000 });
  const numbered = (sql: string) => {
    let count = 0;
    return sql.replace(/\?/g, () => `$${++count}`);
  };
  return {
    moved: 'version = version + 1, ',
    rows: async <Row>(sql: string, ...values: Value[]) =>
      (await pool.query<Row & pg.QueryResultRow>(numbered(sql), values)).rows,
    async run(sql, ...values) {
      await pool.query(numbered(sql), values);
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
      await client.query('LOCK TABLE bots, probes IN EXCLUSIVE MODE');
      return async () => {
        await client.query('ROLLBACK');
        client.release();
      };
    },
    // A server that lost pages says so when they are read: reading all of them is the check.
    async integrity() {
      await pool.query('SELECT count(*) FROM bots b LEFT JOIN reports r ON r.bot_id = b.id');
      return 'ok';
    },
    close: () => pool.end(),
  };
}
