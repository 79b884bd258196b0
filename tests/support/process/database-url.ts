import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database as `DATABASE_URL` names it; a plain path is a SQLite file. */
export const databaseUrlOf = (database: string): string =>
  /^(file:|postgres)/.test(database) ? database : `file:${database}`;

/** Every instance on one PostgreSQL database signs sessions with the same secret; SQLite keeps one beside the file. */
export const settingsFor = (database: string): Record<string, string> => {
  const DATABASE_URL = databaseUrlOf(database);
  return DATABASE_URL.startsWith('file:')
    ? { DATABASE_URL }
    : { DATABASE_URL, AUTH_SECRET: 'a secret of the tests, long enough to be one' };
};

/** Makes an empty database on a PostgreSQL server; its address. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `botmeter_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: name }).href;
}
