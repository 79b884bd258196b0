import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Api, createApi } from '@/lib/api/api';
import { createObserver, type Observe } from '@/lib/api/observe';
import { packagesIn } from '@/lib/api/packages';
import { PageRequests } from '@/lib/api/page-requests';
import { countSends, createMetrics, type Metrics } from '@/lib/api/prometheus';
import { authSecretFile, loadAuthSecret } from './auth/auth-secret';
import { sessionSecretIn } from './auth/cookies';
import { passwords } from './auth/passwords';
import { createVault, secrets } from './auth/secrets';
import { unsubscribeTokens } from './auth/signed-tokens';
import { totp } from './auth/totp';
import { voteProofs } from './auth/vote-proofs';
import { VERSION } from './contract/version';
import { createBackups } from './data/backup/maker';
import {
  openPostgresStorage,
  openSqliteStorage,
  type Storage,
  type StorageOptions,
} from './data/open-storage';
import { ReadQueue } from './data/read-queue';
import { waitForDatabase } from './data/wait-for-database';
import { smtpMailer } from './delivery/mail';
import { createWatchdog } from './delivery/watchdog';
import { createWebhookSender } from './delivery/webhook-sender';
import { createThreadedWebhookSender } from './delivery/webhook-thread';
import { ANONYMOUS } from './domain/people/caller';
import { type Env, parseEnv } from './env';
import { createDenialLog } from './jobs/denial-log';
import { WakeSignal } from './jobs/job';
import { createRefusalLog } from './jobs/refusal-log';
import { timers } from './jobs/timers';
import { createLog, type Log, logFilesLost } from './log';
import { createPngs } from './pictures/png';
import type { Backups } from './ports/backups';
import type { Ports } from './ports/ports';
import type { Watchdog } from './ports/senders';
import { recordDenials } from './services/access/access-log';
import { createReportHolds } from './services/calls/report';
import { readFigures } from './services/overview/overview';
import { Drawings } from './services/public/drawings';
import { PublicBots } from './services/public/view';
import { recordRefusals } from './services/refusals/record';
import { findSession } from './services/sessions/find';
import { VoteInbox } from './services/votes/inbox';

/** The composition root: the only place that chooses technologies, and the only real clock. */
export type Container = {
  readonly env: Env;
  readonly log: Logger;
  /** See Log. */
  readonly flushLog: Log['flush'];
  /** See BUILD_HEADER. */
  readonly build: string;
  readonly ports: Ports;
  readonly api: Api;
  /** Absent without METRICS_TOKEN. */
  readonly metrics: Metrics | undefined;
  /** Absent if neither metrics nor debug logs are on. */
  readonly observe: Observe | undefined;
  /** Where pages report denied requests. */
  readonly denials: ReturnType<typeof createDenialLog>;
  /** Where refused calls are recorded for their bots' activity. */
  readonly refusals: ReturnType<typeof createRefusalLog>;
  /** Signs the session cookies. */
  readonly authSecret: string;
  /** Where a server action finds out whether its client has hung up. */
  readonly pageRequests: PageRequests;
  /** Set when this process has stored an event. */
  readonly eventStored: WakeSignal;
  /** Receives the votes that lists send. */
  readonly voteInbox: VoteInbox;
  /** Absent without WATCHDOG_URL. */
  readonly watchdog: Watchdog | undefined;
  /** Absent without BACKUP_DIR. */
  readonly backups: Backups | undefined;
  /** From now on, the readiness check responds 503. */
  readonly announceStop: () => void;
  /** Nothing is written to the embedded database any more, because its files are gone. */
  readonly refuseWrites: () => void;
  /** Writes pending data and closes the database. */
  readonly close: () => Promise<void>;
};

export type ContainerOptions = {
  /** Whether to wait for a database that is not ready yet, with a log line per retry. */
  readonly waits?: boolean;
  /** Whether webhooks are sent in a thread of its own, so that calls do not wait for them. */
  readonly hasWebhookThread?: boolean;
  /** For the pages process of a service, which has migrated the database, watches its files and makes its checkpoints. */
  readonly isForPages?: boolean;
  /** Called when this process has stored events. */
  readonly onEvents?: () => void;
  /** Called when the files of the embedded database were removed, moved or replaced. */
  readonly onFilesLost?: () => void;
  /** Called with the log before anything is opened, so that warnings of drivers are lines of it. */
  readonly onLog?: (log: Logger) => void;
};

/**
 * Opens the database (creates and migrates it if needed) and connects all parts. Rejects with one-line errors for the
 * operator.
 */
export async function openContainer(env: Env, options: ContainerOptions = {}): Promise<Container> {
  const { waits = false, hasWebhookThread = false, isForPages = false, onLog } = options;
  const { log, flush: flushLog } = createLog(env.logLevel);
  onLog?.(log);
  const metrics = env.metricsToken === undefined ? undefined : createMetrics();
  const observe = createObserver(log, metrics?.countRequest);
  const eventStored = new WakeSignal();
  const { store, directory, authSecret, refuseWrites, close } = await openStorage(env, {
    isForPages,
    nowMs: Date.now,
    poolMax: env.databasePoolMax,
    open: (step) => (waits ? whenReady(log, () => step(TRY_MS)) : step()),
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost'),
    onConnectionLimit: (connections) =>
      log.warn(
        { connections },
        'PostgreSQL allows fewer connections than DATABASE_POOL_MAX; calls share them',
      ),
    ...(waits &&
      !isForPages && {
        onFilesLost: (loss) => {
          logFilesLost(log, loss);
          options.onFilesLost?.();
        },
      }),
    onCheckpointError: (error) => log.warn({ err: error }, 'a checkpoint was not completed'),
    watch: metrics?.watch,
    committed: metrics?.committed,
    onEvents: () => {
      eventStored.set();
      options.onEvents?.();
    },
  });
  const holds = createReportHolds({ maxMs: env.reportHoldMs, ...timers });
  metrics?.watch({
    name: 'botmeter_reports_held',
    help: 'Reports held until they are due.',
    read: holds.count,
  });
  const onMailFailure = (reason: string) => log.warn({ reason }, 'a mail could not be sent');
  const webhookOptions = { allow: env.webhookAllow, version: VERSION };
  const senders = {
    mailer: env.mail === undefined ? null : smtpMailer(env.mail, { onFailure: onMailFailure }),
    webhooks: hasWebhookThread
      ? createThreadedWebhookSender(webhookOptions)
      : createWebhookSender({ ...webhookOptions, nowMs: Date.now, ...timers }),
  };
  const { watchdogUrl: url } = env;
  const watchdog = url === undefined ? undefined : createWatchdog({ url, ...webhookOptions });
  const { mailer, webhooks } = metrics === undefined ? senders : countSends(senders, metrics);
  const ports: Ports = {
    store,
    directory,
    passwords,
    secrets,
    holds,
    mailer,
    webhooks,
    voteProofs,
    totp,
    factorPolicy: env.factorPolicy,
    ownersInvite: env.ownersInvite,
    vault: createVault(authSecret),
    factorVault: createVault(authSecret, 'factors'),
    unsubscribeTokens: unsubscribeTokens(authSecret),
  };
  // `null` leaves the figures out of the metrics: the storage's own gauge says that it is away.
  if (!isForPages) metrics?.watchService(() => readFigures(ports).catch(() => null));
  const refusals = createRefusalLog({
    write: (noted) => recordRefusals(ports, noted),
    onError: (error) => log.error({ err: error }, 'refused calls could not be recorded yet'),
  });
  const voteInbox = new VoteInbox(ports, () => sleep(VOTES_GATHERED_MS));
  const pngs = createPngs();
  // Two at a time; 64 of one bot may wait.
  const queue = new ReadQueue(2, 64);
  const drawings = new Drawings({ ...timers, queue, png: pngs.draw, nextTurn, onDrawn: metrics?.drawn });
  let isStopping = false;
  const build = buildName();
  const api = createApi({
    ...ports,
    build,
    isStopping: () => isStopping,
    observe,
    sessions: {
      ports,
      secretOf: (cookies, origin) => sessionSecretIn(cookies, { secret: authSecret, origin }),
      callerOf: async (secret) => (await findSession(ports, secret))?.who ?? ANONYMOUS,
    },
    votes: { ports, inbox: voteInbox, count: metrics?.vote },
    publicBots: { bots: new PublicBots(ports, timers.monotonicMs), origin: env.appUrl ?? null, drawings },
    packages: packagesIn(join(process.cwd(), 'dist', 'client', 'npm'), env.appUrl),
    metrics: metrics && { figures: metrics, token: env.metricsToken ?? '' },
    hashKey: secrets.hash,
    newRequestId: randomUUID,
    noteRefusal: (call) => refusals.note(call),
    onError: (error, requestId) => log.error({ err: error, requestId }, 'a call failed'),
  });
  const bytes = () => directory.read(({ facts }) => facts.databaseBytes());
  const denials = createDenialLog({
    write: (all) => recordDenials(ports, all),
    onError: (error) => log.error({ err: error }, 'denials could not be recorded yet'),
  });
  const announceStop = () => {
    isStopping = true;
    holds.announceStop();
  };
  const closeAll = async () => {
    watchdog?.close();
    await Promise.all([denials.close(), refusals.close(), mailer?.close(), webhooks.close(), pngs.close()]);
    await close();
  };
  return {
    env,
    log,
    flushLog,
    build,
    ports,
    api,
    metrics,
    observe,
    denials,
    refusals,
    authSecret,
    announceStop,
    refuseWrites,
    eventStored,
    watchdog,
    backups: env.backups && createBackups({ ...env.backups, database: env.database, port: env.port, bytes }),
    voteInbox,
    pageRequests: new PageRequests(),
    close: closeAll,
  };
}

/** Runs a start-up step that needs the database, and retries while the database is not ready (see waitForDatabase). */
export const whenReady = <R>(log: Logger, step: () => R | Promise<R>): Promise<R> =>
  waitForDatabase(step, ({ message }) =>
    log.warn({ reason: message }, 'the database is not ready, trying again'),
  );

/** Votes that arrive within this time share a commit, for which calls wait once. Lists wait for 5 s. */
const VOTES_GATHERED_MS = 50;

/** How long each retry may block the event loop for a SQLite file that another process holds. */
const TRY_MS = 2_000;

async function openStorage(
  env: Env,
  options: StorageOptions,
): Promise<Storage & Pick<Container, 'authSecret'>> {
  if (env.database.kind === 'postgres') {
    return { ...(await openPostgresStorage(env.database.url, options)), authSecret: env.authSecret ?? '' };
  }
  const file = resolve(env.database.file);
  const storage = await openSqliteStorage(file, options);
  // Its folder exists only now.
  const authSecret = env.authSecret ?? loadAuthSecret(authSecretFile(file));
  return { ...storage, authSecret };
}

/** The parsed environment; throws an error that lists all problems, one per line. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsed = parseEnv(source);
  if (parsed.ok) return parsed.env;
  throw new Error(parsed.faults.join('\n'));
}

/** The same for builds of the same sources, so that instances that were built apart agree. */
function buildName(): string {
  try {
    return JSON.parse(readFileSync(join('dist', 'build.json'), 'utf8')).fingerprint.slice(0, 12);
  } catch {
    return 'development';
  }
}

export * from './database-commands';
