import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../process/service';
import { requireProgram } from '../required-program';
import { startWire } from './tcp-proxy';

/** An operator command, as `npm run -s botmeter --` runs it, and what it is told by its environment. */
export type Invocation = { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** How it ended, and the system calls that it made, as strace shows them. */
export type Traced = { readonly signal: NodeJS.Signals | null; readonly calls: readonly string[] };

const CLI = 'lib/build/cli.mjs';
const CHANGING = 'openat,write,pwrite64,fsync,fdatasync,ftruncate,fchmod,mkdir,rename,link,unlink,rmdir';
const COMPANIONS = ['', '-journal', '-wal', '-shm'];

/** Everything that a command may make, change or remove for a file: itself, what SQLite puts beside it, its partial. */
const pathsOf = (file: string): string[] => [
  dirname(file),
  ...COMPANIONS.map((suffix) => file + suffix),
  `${file}.botmeter-partial`,
  ...[...COMPANIONS.map((suffix) => `database${suffix}`), 'lock'].map(
    (name) => `${file}.botmeter-partial/${name}`,
  ),
];

/** The so-many-th system call of a name: strace counts those of each name apart. */
export type Place = { readonly name: string; readonly nth: number; readonly call: string };

/**
 * Runs a command and takes down the system calls that change `file` or what is around it; killed as it makes the one of
 * a place.
 */
export function traced(command: Invocation, file: string, killAt?: Place): Promise<Traced> {
  return underStrace(command, pathsOf(file), killAt && `${killAt.name}:signal=KILL:when=${killAt.nth}`);
}

/** Runs a command under strace, which looks at the calls on some paths and may inject into them. */
export async function underStrace(
  { args, env }: Invocation,
  paths: readonly string[],
  inject?: string,
): Promise<Traced> {
  requireProgram('strace');
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-trace-'));
  const trace = join(folder, 'trace');
  const options = [
    '-f',
    '-y',
    '-o',
    trace,
    '-e',
    `trace=${CHANGING}`,
    ...paths.flatMap((path) => ['-P', path]),
  ];
  if (inject !== undefined) options.push('-e', `inject=${inject}`);
  const child = spawn('strace', [...options, process.execPath, CLI, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  const calls = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => line.includes('('))
    .map((line) => line.replace(/^\d+\s+/, ''));
  rmSync(folder, { recursive: true });
  return { signal, calls };
}

/** So many places to be killed at: all over the run, and half of them not at writes of pages, which are most. */
export function killPlaces(
  calls: readonly string[],
  count: number,
  random: (below: number) => number,
): Place[] {
  const met = new Map<string, number>();
  const all = calls.map((call): Place => {
    const name = call.slice(0, call.indexOf('('));
    met.set(name, (met.get(name) ?? 0) + 1);
    return { name, nth: met.get(name) ?? 0, call };
  });
  const spread = (from: readonly Place[], n: number) => {
    const start = random(from.length);
    return Array.from(
      { length: n },
      (_, i) => from[(start + Math.floor((i * from.length) / n)) % from.length],
    );
  };
  const others = all.filter(({ name }) => name !== 'pwrite64');
  const places = [...spread(all, Math.floor(count / 2)), ...spread(others, Math.ceil(count / 2))];
  return places.filter((place) => place !== undefined);
}

/** So many of a run's round trips to be killed at, each from a part of its own. */
export const tripsToKillAt = (trips: number, count: number, random: (below: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => {
    const [from, to] = [Math.floor((i * trips) / count), Math.floor(((i + 1) * trips) / count)];
    return 1 + from + random(Math.max(1, to - from));
  });

/** Runs a command whose PostgreSQL database is behind a wire, killed at a round trip. */
export async function overWire(
  url: string,
  invoke: (url: string) => Invocation,
  killAt = Number.POSITIVE_INFINITY,
): Promise<{ signal: NodeJS.Signals | null; roundTrips: number }> {
  let child: ReturnType<typeof spawn> | undefined;
  const wire = await startWire(Number(new URL(url).port), (count) => {
    if (count === killAt) child?.kill('SIGKILL');
  });
  const { args, env } = invoke(Object.assign(new URL(url), { port: String(wire.port) }).href);
  child = spawn(process.execPath, [CLI, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  await wire.stop();
  return { signal, roundTrips: wire.roundTrips() };
}
