import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The `DATABASE_URL` of a database; a plain path means a SQLite file. */
export const databaseUrlOf = (database: string): string =>
  /^(file:|postgres)/.test(database) ? database : `file:${database}`;

/** PostgreSQL instances need the same secret to sign sessions; with SQLite it is stored next to the file. */
export const settingsFor = (database: string): Record<string, string> => {
  const DATABASE_URL = databaseUrlOf(database);
  return DATABASE_URL.startsWith('file:')
    ? { DATABASE_URL }
    : { DATABASE_URL, AUTH_SECRET: 'a secret of the tests, long enough to be one' };
};

/** Runs SQL on a PostgreSQL database over a connection of its own; returns the rows. */
export async function queryPostgres(database: string | pg.ClientConfig, sql: string) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database on a PostgreSQL server; returns its URL. */
export async function createDatabase(serverUrl: string, name = newName()): Promise<string> {
  await queryPostgres(serverUrl, `CREATE DATABASE ${name}`);
  return inDatabase(serverUrl, name);
}

/** Copies a database on its server, which nobody has open; returns the copy's URL. */
export async function copyDatabase(url: string): Promise<string> {
  const [server, name] = [inDatabase(url, 'postgres'), newName()];
  await queryPostgres(server, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
  return inDatabase(server, name);
}

export const newName = (): string => `botmeter_${randomUUID().replaceAll('-', '')}`;

/** The URL of another database on the same server. */
export const inDatabase = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: name }).href;

/** The address of a new database, for a role of its own with some defaults, such as `synchronous_commit = off`. */
export async function createDatabaseOfRole(serverUrl: string, ...defaults: readonly string[]): Promise<URL> {
  const url = new URL(await createDatabase(serverUrl));
  const role = `role_${url.pathname.slice(1)}`;
  await queryPostgres(url.href, `CREATE ROLE ${role} LOGIN; GRANT CREATE ON SCHEMA public TO ${role}`);
  for (const value of defaults) await queryPostgres(url.href, `ALTER ROLE ${role} SET ${value}`);
  return Object.assign(url, { username: role });
}

/** Runs SQL on a server without waiting for a standby. */
export const queryWithoutStandby = (url: string, sql: string) =>
  queryPostgres({ connectionString: url, options: '-c synchronous_commit=local' }, sql);

/**
 * Resolves when commits on the server wait for a standby. A connection that shows the new setting says nothing about
 * others: commits wait from the moment that the checkpointer has read it, which takes its time on a busy machine.
 */
async function commitsWait(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const [{ pid }] = (await client.query('SELECT pg_backend_pid() AS pid')).rows;
  const cancelIfWaiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = ${pid} AND wait_event = 'SyncRep'`;
  for (let isWaiting = false; !isWaiting; ) {
    let isDone = false;
    const commit = client.query("SELECT pg_logical_emit_message(true, 'probe', '')").finally(() => {
      isDone = true;
    });
    while (!isDone && !isWaiting) isWaiting = (await queryWithoutStandby(url, cancelIfWaiting)).length > 0;
    await commit;
  }
  await client.end();
}

/** While `work` runs, commits on the servers wait for a standby that does not exist: they are on disk, and not confirmed. */
export async function withMissingStandby<R>(urls: readonly string[], work: () => Promise<R>): Promise<R> {
  const setStandbys = async (names: string) => {
    for (const url of urls) {
      await queryWithoutStandby(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await queryWithoutStandby(url, 'SELECT pg_reload_conf()');
    }
  };
  await setStandbys('never');
  try {
    await Promise.all(urls.map(commitsWait));
    return await work();
  } finally {
    await setStandbys('');
  }
}
