import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

/** A database on which the product runs, as someone beside it sees and disturbs it. */
export type Place = {
  readonly databaseUrl: string;
  /** Keeps calls from being stored until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
  /** SQL that both databases know. */
  run(sql: string): Promise<void>;
  /** All that is stored: every row of every table, and every byte of the files where those are the product's own. */
  contents(): Promise<[place: string, content: string | Buffer][]>;
};

export function sqlitePlace(file: string): Place {
  const beside = () => new SqliteDatabase(file, { timeout: 10_000 });
  return {
    databaseUrl: `file:${file}`,
    async hold() {
      const holder = beside();
      holder.exec('BEGIN IMMEDIATE');
      return async () => void holder.close();
    },
    async run(sql) {
      beside().exec(sql).close();
    },
    async contents() {
      const database = beside();
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

/** `url` is a superuser's; the database is made here, and its address has `password` in it. */
export async function postgresPlace(url: string, name: string, password: string): Promise<Place> {
  const inDatabase = (database: string) => Object.assign(new URL(url), { pathname: database, password }).href;
  const beside = async <R>(work: (client: pg.Client) => Promise<R>, database = name): Promise<R> => {
    const client = new pg.Client(inDatabase(database));
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await beside((client) => client.query(`CREATE DATABASE ${name}`), 'postgres');
  return {
    databaseUrl: inDatabase(name),
    async hold() {
      const admit = (isAdmitted: boolean) =>
        beside(async (client) => {
          await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAdmitted}`);
          await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
            name,
          ]);
        }, 'postgres');
      await admit(false);
      return () => admit(true);
    },
    async run(sql) {
      await beside((client) => client.query(sql));
    },
    contents: () =>
      beside(async (client) => {
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
