import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { Cluster } from '@/lib/data/postgres/cluster';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { HISTORY_READS } from '@/lib/ports/fair-reads';
import type { Directory, Store } from '@/lib/ports/ports';
import { inDatabase, queryPostgres } from '../process/database-url';
import { openRawDatabase, type RawDatabase } from '../process/raw-database';
import { T0 } from './accounts';
import { migratedFile } from './migrated-file';
import { TEMPLATE } from './postgres-template';

/** The ports of one server instance on a database. */
export type Instance = {
  readonly store: Store;
  readonly directory: Directory;
  close(): Promise<void>;
};

/** An instance whose `close` may be called more than once. */
function instanceOf(store: Store & Closing, directory: Directory & Closing): Instance {
  let closed: Promise<void> | null = null;
  const closeBoth = () => store.close().then(() => directory.close());
  return {
    store,
    directory,
    close() {
      closed ??= closeBoth();
      return closed;
    },
  };
}
type Closing = { close(): Promise<void> };

export type Row = Readonly<Record<string, string | number | null>>;

/** A new, migrated database. Its clock shows T0 until `setClock`. */
export type TestDatabase = {
  setClock(nowMs: number): Promise<void>;
  /** Opens one more server instance on this database; `onEvents` is called when it has stored events. */
  connect(onEvents?: () => void): Promise<Instance>;
  /** Reads over a separate connection: sees committed data only. */
  rows(sql: string): Promise<Row[]>;
  /** Runs SQL directly, not through the ports. */
  run(sql: string): Promise<void>;
  /** Locks the table of bots against all other writers until the returned function is called. */
  holdWrites(): Promise<() => Promise<void>>;
  /** Closes all instances and deletes the database. */
  drop(): Promise<void>;
};

export type DatabaseKind = {
  readonly name: string;
  create(): Promise<TestDatabase>;
};

/** `content` is the file of a database to begin with, instead of an empty one. */
type SqliteKind = {
  readonly name: string;
  create(content?: Buffer): Promise<TestDatabase & { readonly file: string }>;
};

export const sqlite: SqliteKind = {
  name: 'SQLite',
  async create(content = migratedFile()) {
    const folder = mkdtempSync(join(tmpdir(), 'botmeter-data-'));
    const file = join(folder, 'botmeter.db');
    writeFileSync(file, content, { mode: 0o600 });
    const raw = openRawDatabase(`file:${file}`);
    const instances: Instance[] = [];
    let nowMs = T0;
    const clock = () => nowMs;
    return {
      ...raw,
      file,
      async setClock(ms) {
        nowMs = ms;
      },
      async connect(onEvents) {
        const lock = new WriteLock();
        const database = openSqlite(file);
        const store = new SqliteStore(database, lock, clock, undefined, onEvents);
        const directory = new SqliteDirectory(connect(file), database, lock, clock, onEvents);
        const instance = instanceOf(store, directory);
        instances.push(instance);
        return instance;
      },
      async drop() {
        await Promise.all(instances.map((instance) => instance.close()));
        await raw.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

const open = (url: string, max = 10) => openPool({ url, max, onError: () => {} });

/** All by way of the coordinator: tests/data/spread/straight.test.ts has the way straight to workers. */
export const throughCoordinator = (coordinator: Pool): Cluster =>
  new Cluster({
    coordinator,
    open: () => {
      throw new Error('Nothing goes straight to a worker here.');
    },
    onError: () => {},
  });

/** A server instance on a database of PostgreSQL, or of a cluster. */
export function postgresInstance(url: string, onEvents = () => {}, isSpread = false): Instance {
  const pool = open(url);
  return instanceOf(
    new PostgresStore(pool, onEvents, isSpread ? throughCoordinator(pool) : null),
    new PostgresDirectory(pool, onEvents, open(url, HISTORY_READS.postgres), isSpread),
  );
}

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
          const instance = postgresInstance(url, onEvents);
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
