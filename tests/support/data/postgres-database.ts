import { inject } from 'vitest';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { queryPostgres } from '../process/database-url';
import { openRawDatabase, type RawDatabase } from '../process/raw-database';
import { T0 } from './accounts';
import { type DatabaseKind, type Instance, instanceOf } from './database-kind';
import { TEMPLATE } from './postgres-template';

const inDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: name }).href;

const open = (url: string) => openPool({ url, max: 10, onError: () => {} });

let created = 0;
async function createDatabase(serverUrl: string): Promise<string> {
  const name = `botmeter_test_${process.pid}_${++created}`;
  await queryPostgres(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const path = `ALTER DATABASE ${name} SET search_path = public, test_clock, pg_catalog`;
  await queryPostgres(serverUrl, path);
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

/** Databases on a server with the template; `serverUrl` is a superuser's. */
export function databasesOn(serverUrl: () => string): DatabaseKind {
  /** Emptied databases to use again: creating one takes longer than most tests. */
  const emptied: string[] = [];
  return {
    name: 'PostgreSQL',
    async create() {
      const name = emptied.pop() ?? (await createDatabase(serverUrl()));
      const url = inDatabase(serverUrl(), name);
      const raw = openRawDatabase(url);
      const instances: Instance[] = [];
      return {
        ...raw,
        setClock: (ms) => raw.run(`UPDATE test_clock.now SET ms = ${ms}`),
        async connect(onEvents) {
          const pool = open(url);
          const instance = instanceOf(
            new PostgresStore(pool, onEvents),
            new PostgresDirectory(pool, onEvents),
          );
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
  };
}

/** On the server of all data tests. */
export const postgres = databasesOn(() => inject('postgresUrl'));
