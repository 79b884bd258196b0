import pg from 'pg';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { migrate } from '@/lib/data/postgres/migrate';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { startPostgres } from '../postgres.mjs';
import { openRawDatabase, type RawDatabase } from '../process/raw-database';
import { T0 } from './accounts';
import { type DatabaseKind, type Instance, instanceOf } from './database-kind';

/**
 * Botmeter uses the database's clock, so tests override it: a function of the same name in a schema that comes first in
 * the search path.
 */
const CLOCK_OF_TESTS = `
  CREATE SCHEMA test_clock;
  CREATE TABLE test_clock.now (ms bigint NOT NULL);
  INSERT INTO test_clock.now VALUES (${T0});
  CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT to_timestamp(ms / 1000.0) FROM test_clock.now';`;

const TEMPLATE = 'botmeter_template';

type Cluster = { url: string; stop: () => Promise<void>; admin: pg.Client };
let cluster: Promise<Cluster> | null = null;
let created = 0;
/** Emptied databases to use again: creating one takes longer than most tests. */
let emptied: string[] = [];

const inDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: name }).href;

async function start(): Promise<Cluster> {
  const server = await startPostgres();
  const admin = new pg.Client(server.url);
  await admin.connect();
  // With a language's collation, as most databases have: nothing may depend on the sort order of text.
  await admin.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`);
  const pool = open(inDatabase(server.url, TEMPLATE));
  await migrate(pool);
  await pool.query(CLOCK_OF_TESTS);
  await pool.end();
  return { ...server, admin };
}

const open = (url: string) => openPool({ url, max: 10, onError: () => {} });

async function createDatabase(admin: pg.Client): Promise<string> {
  const name = `botmeter_test_${++created}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  await admin.query(`ALTER DATABASE ${name} SET search_path = public, test_clock, pg_catalog`);
  return name;
}

/** Deletes all rows and resets the clock, as right after the migrations. */
async function empty(raw: RawDatabase): Promise<void> {
  const rows = await raw.rows<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const tables = rows.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
  await raw.run(
    `BEGIN; SET LOCAL session_replication_role = replica;
     ${tables.map((name) => `DELETE FROM ${name};`).join(' ')}
     UPDATE test_clock.now SET ms = ${T0}; COMMIT`,
  );
}

export const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  async create() {
    cluster ??= start();
    const { url: base, admin } = await cluster;
    const name = emptied.pop() ?? (await createDatabase(admin));
    const url = inDatabase(base, name);
    const raw = openRawDatabase(url);
    const instances: Instance[] = [];
    return {
      ...raw,
      setClock: (ms) => raw.run(`UPDATE test_clock.now SET ms = ${ms}`),
      async connect() {
        const pool = open(url);
        const instance = instanceOf(new PostgresStore(pool), new PostgresDirectory(pool));
        instances.push(instance);
        return instance;
      },
      async drop() {
        await Promise.all(instances.map((instance) => instance.close()));
        await empty(raw);
        await raw.close();
        emptied.push(name);
      },
    };
  },
  async stop() {
    const running = await cluster;
    cluster = null;
    emptied = [];
    await running?.admin.end();
    await running?.stop();
  },
};
