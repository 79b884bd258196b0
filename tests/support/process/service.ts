import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { settingsFor } from './database-url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The two ways to serve the built product: the one of `npm start`, and Next by itself as hosted platforms do. */
export const SERVERS = ['npm start', 'next start'] as const;
export type ServerName = (typeof SERVERS)[number];

const HOST = '127.0.0.1';
const START_MAX_MS = 60_000;
const POLL_MS = 20;

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** What a server serves: a SQLite file, or whatever a `DATABASE_URL` names. */
export type Database = { readonly databaseFile: string } | { readonly databaseUrl: string };

/** A process of the product. */
export type Service = {
  readonly port: number;
  readonly pid: number;
  /** Standard output and standard error so far. */
  readonly output: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
};

export type ServiceOptions = Database & {
  readonly server?: ServerName;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A program and its arguments that run the server, such as strace. */
  readonly under?: readonly string[];
};

/** The command of a server, and nothing of this process's environment that configures it. */
function spawnServer(options: ServiceOptions, port: number): ChildProcess {
  const { server = 'npm start', env = {}, under = [] } = options;
  const database = 'databaseUrl' in options ? options.databaseUrl : options.databaseFile;
  const script =
    server === 'npm start'
      ? ['lib/build/start.mjs']
      : ['node_modules/next/dist/bin/next', 'start', '-H', HOST, '-p', String(port)];
  const [program = '', ...args] = [...under, process.execPath, ...script];
  const { PATH = '', HOME = '' } = process.env;
  return spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      HOST,
      PORT: String(port),
      ...settingsFor(database),
      ...env,
    },
  });
}

function watch(child: ChildProcess) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  // `close` comes when the streams are read to the end as well.
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
  return { output: () => text, ended };
}

/** Starts a server and waits until it can commit. What it printed is in the error when it does not start. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort());
  const child = spawnServer(options, port);
  const { output, ended } = watch(child);
  const giveUpAt = performance.now() + START_MAX_MS;
  // `npm start` says when all is done that comes after listening.
  const isStarted = async () =>
    (await isReady(port)) && (options.server === 'next start' || output().includes('Botmeter listens on'));
  while (!(await isStarted())) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${options.server ?? 'npm start'} did not become ready:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { port, pid: child.pid ?? 0, output, ended, kill: (signal) => void child.kill(signal) };
}

/** Runs a server that is expected to end by itself; both streams apart. */
export async function runToEnd(options: ServiceOptions) {
  const child = spawnServer(options, options.port ?? (await freePort()));
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr };
}

/** Ends a service and waits until it is gone. */
export async function stopService(service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  service.kill(signal);
  return service.ended;
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host: HOST, port, path: '/api/health/ready', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false)).end();
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
