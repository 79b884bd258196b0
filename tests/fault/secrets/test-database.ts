import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

/** A database of the product, with direct access to it. */
export type TestDatabase = {
  readonly databaseUrl: string;
  /** Blocks all writes until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
  /** Runs SQL in the dialect that both databases have in common. */
  run(sql: string): Promise<void>;
  /** Every row of every table, and on SQLite every file. */
  contents(): Promise<[place: string, content: string | Buffer][]>;
};

export function sqliteDatabase(file: string): TestDatabase {
  const open = () => new SqliteDatabase(file, { timeout: 10_000 });
  return {
    databaseUrl: `file:${file}`,
    async hold() {
      const holder = open();
      holder.exec('BEGIN IMMEDIATE');
      return async () => void holder.close();
    },
    async run(sql) {
      open().exec(sql).close();
    },
    async contents() {
      const database = open();
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
      const rows = tables.map((name): [string, string] => [
        `rows of ${name}`,
        JSON.stringify(database.prepare(`SELECT * FROM ${name}`).all()),
      ]);
      const folder = dirname(file);
      const files = readdirSync(folder).map((name): [string, Buffer] => [
        `file ${name}`,
        readFileSync(join(folder, name)),
      ]);
      database.close();
      return [...rows, ...files];
    },
  };
}

/** Creates a database; `url` is a superuser's, and the new URL contains `password`. */
export async function postgresDatabase(url: string, name: string, password: string): Promise<TestDatabase> {
  const inDatabase = (database: string) => Object.assign(new URL(url), { pathname: database, password }).href;
  const connected = async <R>(work: (client: pg.Client) => Promise<R>, database = name): Promise<R> => {
    const client = new pg.Client(inDatabase(database));
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await connected((client) => client.query(`CREATE DATABASE ${name}`), 'postgres');
  return {
    databaseUrl: inDatabase(name),
    async hold() {
      const admit = (isAdmitted: boolean) =>
        connected(async (client) => {
          await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAdmitted}`);
          await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
            name,
          ]);
        }, 'postgres');
      await admit(false);
      return () => admit(true);
    },
    async run(sql) {
      await connected((client) => client.query(sql));
    },
    contents: () =>
      connected(async (client) => {
        const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
        const contents: [string, string][] = [];
        for (const { tablename } of tables.rows) {
          const { rows } = await client.query(`SELECT * FROM ${tablename}`);
          contents.push([`rows of ${tablename}`, JSON.stringify(rows)]);
        }
        return contents;
      }),
  };
}
