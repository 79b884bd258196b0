import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '../end-with-parent.mjs';
import { freePort } from '../free-port.mjs';
import { requireProgram } from '../programs';
import { settingsFor } from './database-url';

/** The folder under test: this project, or its container image (tests/fault/image), which has no `next start`. */
const { IMAGE } = process.env;
export const ROOT = IMAGE ?? fileURLToPath(new URL('../../..', import.meta.url));

/** `npm start`, and plain Next: `next start` as hosted platforms run the build, `npm run dev` without a build. */
type ServerName = 'npm start' | 'next start' | 'npm run dev';

const HOST = '127.0.0.1';
const START_MAX_MS = 120_000;
const POLL_MS = 20;

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The database of a server: a SQLite file or a `DATABASE_URL`. */
export type Database = { readonly databaseFile: string } | { readonly databaseUrl: string };

/** A running server process. */
export type Service = {
  readonly port: number;
  readonly pid: number;
  /** Standard output and standard error so far, together. */
  readonly output: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
};

export type ServiceOptions = Database & {
  readonly server?: ServerName;
  /** Where the server runs, by default in ROOT: `npm run dev` writes into the project. */
  readonly folder?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A descriptor for standard output, which `output` then lacks. */
  readonly stdout?: number;
  /** A program and its arguments to run the server under, such as strace. */
  readonly under?: readonly string[];
};

/** Spawns a server with a clean environment: this process's own settings must not configure it. */
function spawnServer(options: ServiceOptions, port: number): ChildProcess {
  const { server = 'npm start', folder = ROOT, env = {}, under = [] } = options;
  const database = 'databaseUrl' in options ? options.databaseUrl : options.databaseFile;
  const scripts: Record<ServerName, string[]> = {
    'npm start': ['lib/build/start.mjs'],
    'npm run dev': ['lib/build/dev.mjs'],
    'next start': ['node_modules/next/dist/bin/next', 'start', '-H', HOST, '-p', String(port)],
  };
  const [program = '', ...args] = [...under, process.execPath, ...scripts[server]];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: server === 'npm run dev' ? 'development' : 'production',
      HOST,
      PORT: String(port),
      ...settingsFor(database),
      ...env,
    },
  });
  return endWithParent(child);
}

/** Collects what a process prints. */
function watch(child: ChildProcess) {
  const printed = { stdout: '', stderr: '', all: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
      printed.all += chunk;
    });
  }
  // `close` comes after both streams have been read to the end, `exit` may come before.
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
  return { printed, output: () => printed.all, ended };
}

/** Starts a server and waits until it is ready. If it does not start, the error has its output. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort());
  const child = spawnServer(options, port);
  const { output, ended } = watch(child);
  const giveUpAt = performance.now() + START_MAX_MS;
  // `npm start` prints this line after everything that follows listening.
  const isStarted = async () =>
    (await isReady(port)) &&
    ((options.server ?? 'npm start') !== 'npm start' ||
      options.stdout !== undefined ||
      output().includes('Botmeter listens on'));
  while (!(await isStarted())) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${options.server ?? 'npm start'} did not become ready:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { port, pid: child.pid ?? 0, output, ended, kill: (signal) => void child.kill(signal) };
}

/** The log lines of a server so far; throws if one is not JSON. */
export const logLines = ({ output }: Service): readonly Readonly<Record<string, unknown>>[] =>
  output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Runs a server that should end by itself; returns its status and both streams. */
export async function runToEnd(options: ServiceOptions) {
  const { printed, ended } = watch(spawnServer(options, options.port ?? (await freePort())));
  const { code, signal } = await ended;
  return { code, signal, stdout: printed.stdout, stderr: printed.stderr };
}

/** Stops a server and waits until its process has ended. */
export async function stopService(service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  service.kill(signal);
  return service.ended;
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: HOST, port, path: '/api/health/ready', agent: false };
    get(options, (response) => resolve(response.resume().statusCode === 200)).on('error', () =>
      resolve(false),
    );
  });
}

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (platform) => `/usr/lib/${platform}/faketime/libfaketimeMT.so.1`,
);

function library(): string {
  requireProgram('faketime');
  const found = LIBRARIES.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The package faketime lacks libfaketimeMT.so.1.');
  return found;
}

/** Timers use the monotonic clock, which a changed system clock does not affect. */
const MONOTONIC = { FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/** The environment of a process whose clock is off by `offset`, in libfaketime's syntax (`-10m`). */
export const skewedClock = (offset: string): Record<string, string> => ({
  ...MONOTONIC,
  LD_PRELOAD: library(),
  FAKETIME: offset,
});

/** The environment of a process whose clock offset is read from a file at every call, such as `+3600` (seconds). */
export const settableClock = (file: string): Record<string, string> => ({
  ...MONOTONIC,
  LD_PRELOAD: library(),
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
});
