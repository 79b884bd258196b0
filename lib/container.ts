import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { keptAuthSecret } from './auth/auth-secret';
import { passwords } from './auth/passwords';
import { secrets } from './auth/secrets';
import { PostgresDirectory } from './data/postgres/directory';
import { openPostgres } from './data/postgres/open';
import { PostgresStore } from './data/postgres/store';
import { SqliteDirectory } from './data/sqlite/directory';
import { connect, openSqlite } from './data/sqlite/open';
import { SqliteStore } from './data/sqlite/store';
import { WriteLock } from './data/sqlite/write-lock';
import { type Env, parseEnv } from './env';
import { type Api, createApi } from './http/api';
import { createMetrics, type Metrics } from './http/metrics';
import type { Observe } from './http/observe';
import type { Ports } from './services/ports';

/** The one place where technologies are chosen and joined, and the only real clock. */
export type Container = {
  readonly env: Env;
  readonly log: Logger;
  readonly ports: Ports;
  readonly api: Api;
  /** Absent without METRICS_TOKEN. */
  readonly metrics: Metrics | undefined;
  /** Absent when neither figures nor a log line would come of it. */
  readonly observe: Observe | undefined;
  /** Signs the session cookies. */
  readonly authSecret: string;
  /** Writes what is pending and closes the database. */
  readonly close: () => Promise<void>;
};

/** Opens the database (creating and migrating it) and joins everything. Rejects with one-line errors for the operator. */
export async function openContainer(
  env: Env,
  options: { Response?: typeof Response } = {},
): Promise<Container> {
  const log = pino({ level: env.logLevel, base: null, timestamp: stdTimeFunctions.isoTime });
  const metrics = env.metricsToken === undefined ? undefined : createMetrics();
  const observe = observer(log, metrics);
  const { store, directory, authSecret, close } = await openStorage(env, log, metrics);
  const ports: Ports = { store, directory, passwords, secrets };
  const api = createApi({
    ...options,
    store,
    observe,
    metrics: metrics && { figures: metrics, token: env.metricsToken ?? '' },
    hashKey: secrets.hash,
    newRequestId: randomUUID,
    onError: (error, requestId) => log.error({ err: error, requestId }, 'a call failed'),
  });
  return { env, log, ports, api, metrics, observe, authSecret, close };
}

/** Counts each answer and, where the log is that fine, writes a line about it. */
function observer(log: Logger, metrics: Metrics | undefined): Observe | undefined {
  const isLogged = log.isLevelEnabled('debug');
  if (!isLogged) return metrics?.answered;
  return (answered) => {
    metrics?.answered(answered);
    log.debug(answered, 'answered');
  };
}

type Storage = Pick<Ports, 'store' | 'directory'> & Pick<Container, 'authSecret' | 'close'>;

async function openStorage(env: Env, log: Logger, metrics: Metrics | undefined): Promise<Storage> {
  return env.database.kind === 'sqlite'
    ? openEmbedded(resolve(env.database.file), env.authSecret, metrics)
    : openShared(env.database.url, env, log, metrics);
}

function openEmbedded(file: string, authSecret: string | undefined, metrics: Metrics | undefined): Storage {
  const database = openSqlite(file);
  const lock = new WriteLock();
  const store = new SqliteStore(database, lock, Date.now, metrics?.committed);
  metrics?.watch({
    name: 'botmeter_commit_queue_length',
    help: 'Calls that wait for a commit to begin.',
    read: () => store.queueLength,
  });
  const directory = new SqliteDirectory(connect(file), lock, Date.now);
  const close = async () => {
    await store.close();
    await directory.close();
  };
  return {
    store,
    directory,
    close,
    authSecret: authSecret ?? keptAuthSecret(join(dirname(file), 'auth-secret')),
  };
}

async function openShared(
  url: string,
  env: Env,
  log: Logger,
  metrics: Metrics | undefined,
): Promise<Storage> {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost');
  const pool = await openPostgres({ url, max: env.databasePoolMax, onError });
  metrics?.watch({
    name: 'botmeter_postgres_connections',
    help: 'Connections of this process to PostgreSQL, and calls that wait for one.',
    label: 'state',
    read: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
  const store = new PostgresStore(pool);
  const directory = new PostgresDirectory(pool);
  const close = async () => {
    await store.close();
    await directory.close();
  };
  return { store, directory, close, authSecret: env.authSecret ?? '' };
}

/** The environment, or an error that lists its faults, one a line. */
export function readEnv(): Env {
  const parsed = parseEnv(process.env);
  if (parsed.ok) return parsed.env;
  throw new Error(parsed.faults.join('\n'));
}

const SHARED = Symbol.for('botmeter.container');
type Shared = { [SHARED]?: Container };

/** Makes a container the one of this process, for the front door and the pages alike: one store per process. */
export function shareContainer(container: Container): void {
  (globalThis as Shared)[SHARED] = container;
}

/** This process's container: opened before anything is served, by the front door or by Next's own start. */
export function container(): Container {
  const shared = (globalThis as Shared)[SHARED];
  if (shared === undefined) throw new Error('The container is not open yet.');
  return shared;
}

/** Whether a front door runs in this process. */
export const hasSharedContainer = (): boolean => SHARED in globalThis;

/** For the operator's commands on a database as a whole. */
export { backUp } from './data/backup';
export { findFaults } from './data/check';
export { copyDatabase } from './data/copy-database';
export { restore } from './data/restore';
