import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { openRawDatabase, type RawDatabase } from '@/tests/support/process/raw-database';

type Pieces = [place: string, content: string | Buffer][];

/** A database of the product, with direct access to it. */
export type TestDatabase = {
  readonly databaseUrl: string;
  /** Blocks all writes until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
  /** Runs SQL in the dialect that both databases have in common. */
  run(sql: string): Promise<void>;
  /** Every row of every table, and on SQLite every file. */
  contents(): Promise<Pieces>;
};

async function inDatabase<R>(databaseUrl: string, work: (raw: RawDatabase) => Promise<R>): Promise<R> {
  const raw = openRawDatabase(databaseUrl);
  try {
    return await work(raw);
  } finally {
    await raw.close();
  }
}

const rowsOf = (databaseUrl: string, tablesSql: string): Promise<Pieces> =>
  inDatabase(databaseUrl, async (raw) => {
    const pieces: Pieces = [];
    for (const { name } of await raw.rows<{ name: string }>(tablesSql)) {
      pieces.push([`rows of ${name}`, JSON.stringify(await raw.rows(`SELECT * FROM ${name}`))]);
    }
    return pieces;
  });

export function sqliteDatabase(file: string): TestDatabase {
  const databaseUrl = `file:${file}`;
  return {
    databaseUrl,
    async hold() {
      const raw = openRawDatabase(databaseUrl);
      await raw.holdWrites();
      return raw.close;
    },
    run: (sql) => inDatabase(databaseUrl, (raw) => raw.run(sql)),
    async contents() {
      const rows = await rowsOf(databaseUrl, "SELECT name FROM sqlite_master WHERE type = 'table'");
      const folder = dirname(file);
      const piece = (name: string): Pieces[0] => [`file ${name}`, readFileSync(join(folder, name))];
      return [...rows, ...readdirSync(folder).map(piece)];
    },
  };
}

/** Creates a database; `url` is a superuser's, and the new URL contains `password`. */
export async function postgresDatabase(url: string, name: string, password: string): Promise<TestDatabase> {
  const databaseUrl = Object.assign(new URL(url), { pathname: name, password }).href;
  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client(url);
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  await asAdmin(`CREATE DATABASE ${name}`);
  const admit = (isAdmitted: boolean) =>
    asAdmin(
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAdmitted}`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  return {
    databaseUrl,
    async hold() {
      await admit(false);
      return () => admit(true);
    },
    run: (sql) => inDatabase(databaseUrl, (raw) => raw.run(sql)),
    contents: () =>
      rowsOf(databaseUrl, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"),
  };
}
