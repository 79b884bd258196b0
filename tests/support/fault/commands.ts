import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { runInProcess } from '../../unit/cli/in-process';
import { type Ran, runDirectly } from '../../unit/cli/run';
import { settingsFor } from '../process/database-url';
import { ROOT } from '../process/service';
import { requireProgram } from '../programs';
import { randomFrom, SEED } from './campaign';
import { proxied, startTcpProxy } from './tcp-proxy';

/**
 * Runs an operator command in this process, which costs a hundredth of a process of its own. `database`: a path of a SQLite file
 * or a `DATABASE_URL`.
 */
export const botmeter = (database: string, ...args: string[]): Promise<Ran> =>
  runInProcess(args, { env: settingsFor(database) });

/** Runs a command that must succeed without an error message. */
export async function runsWell(database: string, ...args: string[]): Promise<void> {
  expect(await botmeter(database, ...args)).toMatchObject({ status: 0, stderr: '' });
}

/** The same in a process of its own, beside a server under load. */
export async function runsWellBeside(database: string, ...args: string[]): Promise<void> {
  const { status, stderr } = await runDirectly(settingsFor(database), args);
  // On a busy machine it takes more than ten seconds, and shows what is done and left.
  const messages = stderr.split('\n').filter((line) => !/\[#*-*\] \d+ %/.test(line));
  expect({ status, messages }).toEqual({ status: 0, messages: [''] });
}

/** Runs a command that must fail with a single line on standard error that contains `text`. */
export async function isRefused(text: string | RegExp, database: string, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await botmeter(database, ...args);
  expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(text);
}

const spawnIgnored = (program: string, args: readonly string[], env: Invocation['env']) =>
  spawn(program, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' });

/** The arguments and environment of a program. */
export type Invocation = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Instead of the operator commands. */
  readonly program?: string;
};

/** The `nth` of a run's round trips, or of its system calls of one name and thread. */
type Nth = { readonly nth: number };

/** A system call to kill at; `call` is in strace's format. */
export type KillPoint = Nth & { readonly name: string; readonly call: string };

/** How a command ended, its system calls in strace's format, and the same calls as points to kill at. */
export type Traced = {
  readonly signal: NodeJS.Signals | null;
  readonly calls: readonly string[];
  readonly points: readonly KillPoint[];
};

const CLI = 'lib/build/cli.mjs';
const CHANGING = 'openat,write,pwrite64,fsync,fdatasync,ftruncate,fchmod,mkdir,rename,link,unlink,rmdir';
const COMPANIONS = ['', '-journal', '-wal', '-shm'];
const BESIDE = ['.sha256', '.rehearsal.json'];

/** All paths that a command may create, change or remove for a file: the file, SQLite's side files, the temp file. */
const pathsOf = (file: string): string[] => [
  dirname(file),
  ...COMPANIONS.map((suffix) => file + suffix),
  ...BESIDE.flatMap((suffix) => [file + suffix, `${file}${suffix}.botmeter-partial`]),
  `${file}.botmeter-partial`,
  ...[...COMPANIONS.map((suffix) => `database${suffix}`), 'lock'].map(
    (name) => `${file}.botmeter-partial/${name}`,
  ),
];

/**
 * Runs a command and records the system calls that change `file` or its side files. With `killAt`, kills the command at that
 * call.
 */
export function traced(command: Invocation, file: string, killAt?: KillPoint): Promise<Traced> {
  return underStrace(command, pathsOf(file), killAt && `${killAt.name}:signal=KILL:when=${killAt.nth}`);
}

/** Runs a command under strace, which records the calls on some paths and may inject faults. */
export async function underStrace(
  { args, env, program = CLI }: Invocation,
  paths: readonly string[],
  inject?: string,
): Promise<Traced> {
  requireProgram('strace');
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-trace-'));
  const trace = join(folder, 'trace');
  const options = ['-f', '-y', '-o', trace, '-e', `trace=${CHANGING}`, ...paths.flatMap((p) => ['-P', p])];
  if (inject !== undefined) options.push('-e', `inject=${inject}`);
  // strace counts the calls of each thread separately, so one thread makes all of those that Node makes in its pool.
  const oneThread = { ...env, UV_THREADPOOL_SIZE: '1' };
  const child = spawnIgnored('strace', [...options, process.execPath, program, ...args], oneThread);
  const [, signal] = await once(child, 'exit');
  const points = pointsOf(readFileSync(trace, 'utf8'));
  rmSync(folder, { recursive: true });
  return { signal, calls: points.map(({ call }) => call), points };
}

/** The calls in strace's output, each counted among those of its thread and name. */
function pointsOf(trace: string): KillPoint[] {
  const counts = new Map<string, number>();
  return [...trace.matchAll(/^(\d+)\s+((\w+)\(.*)$/gm)].map(([, thread, call = '', name = '']) => {
    const counted = `${thread} ${name}`;
    const nth = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, nth);
    return { name, nth, call };
  });
}

/** Chooses `count` calls to kill at, spread over the run; half of them are not page writes, which are the most frequent. */
export function killPoints(
  all: readonly KillPoint[],
  count: number,
  random: (below: number) => number,
): KillPoint[] {
  const spread = (from: readonly KillPoint[], n: number) => {
    const start = random(from.length);
    return Array.from(
      { length: n },
      (_, i) => from[(start + Math.floor((i * from.length) / n)) % from.length],
    );
  };
  const others = all.filter(({ name }) => name !== 'pwrite64');
  const points = [...spread(all, Math.floor(count / 2)), ...spread(others, Math.ceil(count / 2))];
  return points.filter((point) => point !== undefined);
}

/** Chooses `count` round trips to kill at: one at random from each equal part of the run. */
export const roundTripsToKillAt = (trips: number, count: number, random: (below: number) => number): Nth[] =>
  Array.from({ length: count }, (_, i) => {
    const [from, to] = [Math.floor((i * trips) / count), Math.floor(((i + 1) * trips) / count)];
    return { nth: 1 + from + random(Math.max(1, to - from)) };
  });

/** A point that a run meets earlier. Throws if there is none. */
function earlier<Point extends Nth>(point: Point): Point {
  if (point.nth === 1) throw new Error(`A run ended before ${JSON.stringify(point)}.`);
  return { ...point, nth: Math.floor(point.nth / 2) };
}

/**
 * Kills a command at each of the points, two runs at a time because most of their time is spent waiting. `run` kills one
 * run, checks what it left and returns the signal; `number` is that of the run. A run that ended before its point, as how
 * many calls it makes depends on the load, is made again with an earlier one. Returns how many were killed: all points.
 */
export async function killAtEach<Point extends Nth>(
  points: readonly Point[],
  run: (point: Point, number: number) => Promise<NodeJS.Signals | null>,
): Promise<number> {
  const waiting = points.values();
  let runs = 0;
  const worker = async () => {
    for (let point of waiting) while ((await run(point, ++runs)) !== 'SIGKILL') point = earlier(point);
  };
  await Promise.all([worker(), worker()]);
  return points.length;
}

/** Runs a command that reaches PostgreSQL through a proxy, and kills it at round trip `killAt`. */
export async function throughProxy(
  url: string,
  invoke: (url: string) => Invocation,
  killAt = Number.POSITIVE_INFINITY,
): Promise<{ signal: NodeJS.Signals | null; roundTrips: number }> {
  let child: ReturnType<typeof spawn> | undefined;
  const proxy = await startTcpProxy(Number(new URL(url).port), (count) => {
    if (count === killAt) child?.kill('SIGKILL');
  });
  const { args, env } = invoke(proxied(url, proxy));
  child = spawnIgnored(process.execPath, [CLI, ...args], env);
  const [, signal] = await once(child, 'exit');
  await proxy.stop();
  return { signal, roundTrips: proxy.roundTrips() };
}

type Killed = {
  readonly kills: number;
  /** Makes a new target, a SQLite file or a PostgreSQL URL, for each run. */
  readonly make: (name: string) => Promise<string>;
  readonly invoke: (target: string) => Invocation;
  /** Asserts what the kill left, and that the command works when run again. */
  readonly after: (target: string) => Promise<void>;
};

/** Kills a command at `kills` of its system calls, or of its round trips to PostgreSQL; returns how many were killed. */
export async function killRuns({ kills, make, invoke, after }: Killed): Promise<number> {
  const whole = await make('whole');
  const random = randomFrom(SEED);
  const killEach = <Point extends Nth>(
    points: readonly Point[],
    kill: (target: string, at: Point) => Promise<Pick<Traced, 'signal'>>,
  ) =>
    killAtEach(points, async (at, number) => {
      const target = await make(`killed-${number}`);
      const { signal } = await kill(target, at);
      await after(target);
      return signal;
    });
  if (whole.startsWith('postgres')) {
    const { roundTrips } = await throughProxy(whole, invoke);
    expect(roundTrips).toBeGreaterThan(10);
    const points = roundTripsToKillAt(roundTrips, kills, random);
    return killEach(points, (url, { nth }) => throughProxy(url, invoke, nth));
  }
  const { points } = await traced(invoke(whole), whole);
  expect(points.length).toBeGreaterThan(10);
  return killEach(killPoints(points, kills, random), (file, at) => traced(invoke(file), file, at));
}

/**
 * Asserts that a power loss between any two system calls leaves the old or the new file: the temp file is synced before the
 * rename, the folder after it, and the old file's WAL and journal are removed before it.
 */
export function expectDurableOrder(calls: readonly string[], file: string): void {
  const partial = `${file}.botmeter-partial/database`;
  const last = (matches: (call: string) => boolean, before = calls.length) =>
    calls.slice(0, before).findLastIndex(matches);
  const writes = (path: string) => (call: string) =>
    /^p?write(64)?\(/.test(call) && call.includes(`<${path}>`);
  const syncs = (path: string) => (call: string) =>
    /^f(data)?sync\(/.test(call) && call.includes(`<${path}>) `) && call.endsWith('= 0');
  const removes = (path: string) => (call: string) =>
    call.startsWith(`unlink("${path}")`) && call.endsWith('= 0');

  const renamed = calls.findIndex((call) => call.startsWith('rename(') && call.includes(`"${file}") = 0`));
  expect(renamed, 'the rename').toBeGreaterThan(0);
  const written = last(writes(partial));
  expect(written, 'its last write').toBeLessThan(renamed);
  expect(last(syncs(partial), renamed), 'its sync before the rename').toBeGreaterThan(written);
  const folderSynced = calls.findIndex((call, i) => i > renamed && syncs(dirname(file))(call));
  expect(folderSynced, 'the sync of its folder afterwards').toBeGreaterThan(renamed);

  const companions = ['-wal', '-shm', '-journal'].map((suffix) => last(removes(file + suffix)));
  const removed = Math.max(...companions);
  expect(removed, 'the last removal of a side file').toBeLessThan(renamed);
  expect(last(syncs(dirname(file)), renamed), 'the sync of the folder after that').toBeGreaterThan(removed);
  // The old database may be the one that remains, so its WAL is copied into it and synced before the WAL is removed.
  const walRemoved = last(removes(`${file}-wal`));
  const copied = last(writes(file), walRemoved);
  if (copied >= 0) expect(last(syncs(file), walRemoved), 'the sync of the old one').toBeGreaterThan(copied);
}
