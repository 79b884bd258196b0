import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { loadAuthSecret } from './auth/auth-secret';
import { passwords } from './auth/passwords';
import { secrets } from './auth/secrets';
import { callerOf } from './auth/session-cookie';
import { unsubscribeTokens } from './auth/unsubscribe-tokens';
import { createVault } from './auth/vault';
import { recordBackup as recordBackupAt } from './data/backup/record-backup';
import { type Restored, restore as restoreAt } from './data/backup/restore';
import { PostgresDirectory } from './data/postgres/directory';
import { openPostgres } from './data/postgres/open';
import { PostgresStore } from './data/postgres/store';
import { SqliteDirectory } from './data/sqlite/directory';
import { connect, openSqlite } from './data/sqlite/open';
import { SqliteStore } from './data/sqlite/store';
import { WriteLock } from './data/sqlite/write-lock';
import { waitForDatabase } from './data/wait-for-database';
import { smtpMailer } from './delivery/mail';
import { type Env, parseEnv } from './env';
import { type Api, createApi } from './http/api';
import { logError } from './http/log-error';
import { createMetrics, type Metrics } from './http/metrics';
import { createObserver, type Observe } from './http/observe';
import { PageHolds } from './http/page-holds';
import { DenialLog } from './jobs/denial-log';
import { RefusalLog } from './jobs/refusal-log';
import { timers } from './jobs/timers';
import type { Ports } from './ports/ports';
import { recordDenials } from './services/access/record-denials';
import { createReportHolds } from './services/calls/report-holds';
import { recordRefusals } from './services/refusals/record';

/** The composition root: the only place that chooses technologies, and the only real clock. */
export type Container = {
  readonly env: Env;
  readonly log: Logger;
  readonly ports: Ports;
  readonly api: Api;
  /** Absent without METRICS_TOKEN. */
  readonly metrics: Metrics | undefined;
  /** Absent if neither metrics nor debug logs are on. */
  readonly observe: Observe | undefined;
  /** Where pages report denied requests. */
  readonly denials: DenialLog;
  /** Where refused calls are recorded for their bots' activity. */
  readonly refusals: RefusalLog;
  /** Signs the session cookies. */
  readonly authSecret: string;
  /** Where a server action finds out whether its client has hung up. */
  readonly pageHolds: PageHolds;
  /** From now on, the readiness endpoint responds 503. */
  readonly announceStop: () => void;
  /** Writes pending data and closes the database. */
  readonly close: () => Promise<void>;
};

export type ContainerOptions = {
  readonly Response?: typeof Response;
  /** Whether to wait for a database that is not ready yet, with a log line per retry. */
  readonly waits?: boolean;
};

/**
 * Opens the database (creates and migrates it if needed) and connects all parts. Rejects with one-line errors for the
 * operator.
 */
export async function openContainer(env: Env, options: ContainerOptions = {}): Promise<Container> {
  const { waits = false, ...forApi } = options;
  const log = pino({
    level: env.logLevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error) => logError(error) },
  });
  const metrics = env.metricsToken === undefined ? undefined : createMetrics();
  const observe = createObserver(log, metrics?.countRequest);
  const open: Open = (step) => (waits ? whenReady(log, () => step(TRY_MS)) : step());
  const { store, directory, authSecret, close } = await openStorage(env, log, metrics, open);
  const holds = createReportHolds({ maxMs: env.reportHoldMs, ...timers });
  metrics?.watch({
    name: 'botmeter_reports_held',
    help: 'Reports held until they are due.',
    read: holds.count,
  });
  const onMailFailure = (reason: string) => log.warn({ reason }, 'a mail could not be sent');
  const mailer = env.mail === undefined ? null : smtpMailer(env.mail, { onFailure: onMailFailure });
  const ofSecret = { vault: createVault(authSecret), unsubscribeTokens: unsubscribeTokens(authSecret) };
  const ports: Ports = { store, directory, passwords, secrets, holds, mailer, ...ofSecret };
  const refusals = new RefusalLog({
    write: (noted) => recordRefusals(ports, noted),
    onError: (error) => log.error({ err: error }, 'refused calls could not be recorded yet'),
  });
  let isStopping = false;
  const api = createApi({
    ...forApi,
    store,
    directory,
    holds,
    isStopping: () => isStopping,
    observe,
    sessions: {
      ports,
      callerOf: (cookies, isSecure) => callerOf(cookies, { ports, secret: authSecret, isSecure }),
    },
    metrics: metrics && { figures: metrics, token: env.metricsToken ?? '' },
    hashKey: secrets.hash,
    newRequestId: randomUUID,
    noteRefusal: (call) => refusals.note(call),
    onError: (error, requestId) => log.error({ err: error, requestId }, 'a call failed'),
  });
  const denials = new DenialLog({
    write: (all) => recordDenials(ports, all),
    onError: (error) => log.error({ err: error }, 'denials could not be recorded yet'),
  });
  const announceStop = () => {
    isStopping = true;
    holds.announceStop();
  };
  const closeAll = async () => {
    await Promise.all([denials.close(), refusals.close(), mailer?.close()]);
    await close();
  };
  return {
    ...{ env, log, ports, api, metrics, observe, denials, refusals, authSecret, announceStop },
    pageHolds: new PageHolds(),
    close: closeAll,
  };
}

/** Runs a start-up step that needs the database, and retries while the database is not ready (see waitForDatabase). */
export const whenReady = <R>(log: Logger, step: () => R | Promise<R>): Promise<R> =>
  waitForDatabase(step, ({ message }) =>
    log.warn({ reason: message }, 'the database is not ready, trying again'),
  );

/** How long each retry may block the event loop for a SQLite file that another process holds. */
const TRY_MS = 2_000;
type Open = <R>(step: (waitMaxMs?: number) => R | Promise<R>) => R | Promise<R>;
type Storage = Pick<Ports, 'store' | 'directory'> & Pick<Container, 'authSecret' | 'close'>;

async function openStorage(
  env: Env,
  log: Logger,
  metrics: Metrics | undefined,
  open: Open,
): Promise<Storage> {
  return env.database.kind === 'sqlite'
    ? openSqliteStorage(resolve(env.database.file), env.authSecret, metrics, open)
    : openPostgresStorage(env.database.url, env, log, metrics, open);
}

async function openSqliteStorage(
  file: string,
  authSecret: string | undefined,
  metrics: Metrics | undefined,
  open: Open,
): Promise<Storage> {
  const database = await open((waitMaxMs) => openSqlite(file, waitMaxMs));
  const lock = new WriteLock();
  const store = new SqliteStore(database, lock, Date.now, metrics?.committed);
  metrics?.watch({
    name: 'botmeter_commit_queue_length',
    help: 'Calls that wait for their transaction.',
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
    authSecret: authSecret ?? loadAuthSecret(join(dirname(file), 'auth-secret')),
  };
}

async function openPostgresStorage(
  url: string,
  env: Env,
  log: Logger,
  metrics: Metrics | undefined,
  open: Open,
): Promise<Storage> {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost');
  const pool = await open(() => openPostgres({ url, max: env.databasePoolMax, onError }));
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

/** The parsed environment; throws an error that lists all problems, one per line. */
export function readEnv(): Env {
  const parsed = parseEnv(process.env);
  if (parsed.ok) return parsed.env;
  throw new Error(parsed.faults.join('\n'));
}

const SHARED = Symbol.for('botmeter.container');
type Shared = { [SHARED]?: Container };

/** Shares a container with the front door and the pages of this process: one store per process. */
export function shareContainer(container: Container): void {
  (globalThis as Shared)[SHARED] = container;
}

/** The shared container. Opened by the front door or by Next's start, before any request. */
export function container(): Container {
  const shared = (globalThis as Shared)[SHARED];
  if (shared === undefined) throw new Error('The container is not open yet.');
  return shared;
}

/** Whether a front door runs in this process. */
export const hasSharedContainer = (): boolean => SHARED in globalThis;

/** For operator commands on the whole database. */
export { backUp } from './data/backup/backup';
export const recordBackup = (of: Env['database'], bytes: number): Promise<void> =>
  recordBackupAt(of, bytes, Date.now());
export { copyDatabase } from './data/backup/copy-database';
export { findProblems } from './data/check';
export { compact } from './data/compact';
export const restore = (file: string, to: Env['database'], isForced: boolean): Promise<Restored> =>
  restoreAt(file, to, isForced, Date.now());
export type { RestoredAccess } from './data/backup/restored-access';
