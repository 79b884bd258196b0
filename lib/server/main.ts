import type { AddressInfo } from 'node:net';
import { type Container, openContainer, readEnv, whenReady } from '@/lib/container';
import type { Env } from '@/lib/env';
import { createJobs } from '@/lib/jobs/list';
import { startJobs } from '@/lib/jobs/runner';
import { timers } from '@/lib/jobs/timers';
import { JobRuns } from '@/lib/jobs/watchdog';
import { drain } from './drain';
import { firstRun, printLine } from './first-run';
import { createFrontDoor } from './front-door';
import { listenError, printedOrigin, reachableOrigin } from './listening-origin';
import { logConsole } from './log-console';
import { withPoolShare } from './next/pool-share';
import { PagesProcess } from './pages/process';

type Running = {
  readonly origin: string;
  readonly container: Container;
  readonly stop: () => Promise<void>;
};

type OnStoppable = (container: Container, stop: () => Promise<void>) => void;

/**
 * Starts the service in the current folder: waits for the database, opens the port, starts the pages. Resolves once both are
 * served; never if it is stopped before. `onStoppable` is called before the first call is served.
 */
export async function start(env: Env, onStoppable: OnStoppable = () => {}): Promise<Running> {
  const container = await openContainer(withPoolShare(env, 'calls'), {
    waits: true,
    hasWebhookThread: true,
    onLog: logConsole,
    onFilesLost: () => pages.refuseWrites(),
  });
  const { log, eventStored, metrics } = container;
  if (container.backups?.check())
    log.warn('BACKUP_DIR is on the same disk as the database: copy the backups to another machine');

  const pages = new PagesProcess({ env, log, onEvents: eventStored.set, onIdle: () => onPagesIdle() });
  metrics?.watchPages(() => pages.metrics());
  metrics?.watch({
    name: 'botmeter_pages_restarts',
    help: 'How often the process of the pages was started again because it had ended.',
    read: () => pages.restarts,
  });
  const { server, connections, onPagesIdle } = createFrontDoor(container, pages);
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, env.host)));
    server.listen({ port: env.port, ...(env.host !== undefined && { host: env.host }) }, resolve);
  });
  let jobs: ReturnType<typeof startJobs> | undefined;
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    container.announceStop();
    pages.announceStop();
    await Promise.all([jobs?.stop(), drain(server, connections)]);
    await pages.stop();
    await container.close();
  };
  onStoppable(container, stop);
  try {
    // Calls are served while the pages are still being started.
    await Promise.all([pages.start(), listening]);
  } catch (error) {
    if (!isStopping) throw error;
  }
  // The process ends with the stop.
  if (isStopping) await new Promise(() => {});
  // Descriptors can still run out, for example system-wide. That passes, so the service keeps running.
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'));
  const address = server.address() as AddressInfo;
  pages.setOrigin(reachableOrigin(address));
  const runs = new JobRuns(timers.monotonicMs);
  const { watchdog, voteInbox } = container;
  const onFailure = (reason: string) =>
    container.log.warn({ host: watchdog?.host, reason }, 'the watchdog was not requested');
  const backUp = backUpOptions(container);
  const jobOptions = {
    eventStored,
    voteInbox,
    backUp,
    watchdog: watchdog && { watchdog, runs, onFailure, isBackedUp: backUp !== undefined },
  };
  jobs = startJobs(createJobs(env, jobOptions), container.ports, {
    random: Math.random,
    onRun: runs.note,
    onError: (error, job) => {
      container.log.warn({ err: error, job }, 'a job failed');
      container.metrics?.jobFailed(job);
    },
  });
  return {
    origin: env.appUrl ?? printedOrigin(address),
    container,
    stop,
  };
}

/** Up to five minutes, so that services that share a disk or a database server do not all begin at once. */
const SPREAD_MS = 300_000;

function backUpOptions({ env, backups, log }: Container) {
  if (env.backups === undefined || backups === undefined) return undefined;
  const { minute, ...kept } = env.backups;
  const onEnd = (reason: string | null) =>
    reason === null ? log.info('a backup was made and rehearsed') : log.error({ reason }, 'a backup failed');
  return { backups, kept, onEnd, time: { minute, spreadMs: Math.floor(Math.random() * SPREAD_MS) } };
}

/** `npm start`: runs until SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  const { origin, container } = await start(readEnv(), stopOnSignal);
  const setupLine = await whenReady(container.log, () => firstRun(container, origin));
  if (setupLine !== null) printLine(container, setupLine);
  // Printed last: a script that waits for this line has seen the setup link too.
  printLine(container, `Botmeter listens on ${origin}`);
}

/**
 * Stops on the first SIGTERM, SIGINT or SIGHUP (its terminal is closed) and ends the process, with status 1 if the stop
 * fails. Further signals are ignored: on Ctrl-C a server under npm gets two, from the terminal and from npm.
 */
export function stopOnSignal({ log, flushLog }: Container, stop: () => Promise<void>): void {
  let isStopping = false;
  const end = async () => {
    const failure = await stop().then(
      () => null,
      (error: unknown) => ({ err: error }),
    );
    if (failure !== null) log.error(failure, 'the service ended before everything was closed');
    await flushLog();
    process.exit(failure === null ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void end();
    });
  }
}
