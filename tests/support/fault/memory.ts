import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { Service } from '../process/service';

const PROBE = `process.on('SIGUSR2', () => {
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  console.error('live bytes', heapUsed + external);
});
process.on('SIGCONT', () => {
  const handles = process._getActiveHandles();
  console.error('unread bytes', handles.reduce((sum, { writableLength = 0 }) => sum + writableLength, 0));
})`;

/** The program to run a server under, so that `liveBytes` and `unreadBytes` can measure it. */
export const UNDER_MEMORY_PROBE = [
  'env',
  `NODE_OPTIONS=--expose-gc --import data:text/javascript,${encodeURIComponent(PROBE)}`,
];

/** The live heap and buffers of a server, or of its pages process, after garbage collection, in bytes. */
export const liveBytes = (service: Service, pid = service.pid): Promise<number> =>
  reported(service, pid, 'SIGUSR2', /live bytes (\d+)/g);

/** What a server's responses hold that their clients have not read, in bytes. */
export const unreadBytes = (service: Service): Promise<number> =>
  reported(service, service.pid, 'SIGCONT', /unread bytes (\d+)/g);

async function reported(
  { output }: Service,
  pid: number,
  signal: NodeJS.Signals,
  line: RegExp,
): Promise<number> {
  const all = () => [...output().matchAll(line)].map(([, bytes]) => Number(bytes));
  const before = all().length;
  process.kill(pid, signal);
  const hasAnswered = () => {
    if (all().length === before) throw new Error(`The server did not respond to ${signal}.`);
  };
  await vi.waitFor(hasAnswered, { timeout: 30_000, interval: 5 });
  return all().at(-1) ?? Number.NaN;
}

export const MB = 2 ** 20;
/** What an attack may make a server hold, in bytes. */
export const HELD_MAX = 64 * MB;
/** The growth of resident memory, with the garbage that V8 has not collected: it lets a heap of 70 MB grow to 120 before it looks. */
export const RESIDENT_GROWTH_MAX = 128 * MB;

/** Resident memory of a process in bytes. */
export const residentBytes = ({ pid }: Pick<Service, 'pid'>): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
