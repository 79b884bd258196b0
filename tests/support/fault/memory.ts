import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Service } from '../process/service';

const REPORTED = /live bytes (\d+)/g;
const PROBE = `process.on('SIGUSR2', () => {
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  console.error('live bytes', heapUsed + external);
})`;

/** The program to run a server under, so that `liveBytes` can measure it. */
export const UNDER_MEMORY_PROBE = [
  'env',
  `NODE_OPTIONS=--expose-gc --import data:text/javascript,${encodeURIComponent(PROBE)}`,
];

/** The live heap and buffers of a server after garbage collection, in bytes. */
export async function liveBytes({ kill, output }: Service): Promise<number> {
  const reported = () => [...output().matchAll(REPORTED)].map(([, bytes]) => Number(bytes));
  const before = reported().length;
  kill('SIGUSR2');
  await expect.poll(() => reported().length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before);
  return reported().at(-1) ?? Number.NaN;
}

/** Resident memory of a process in bytes. */
export const residentBytes = ({ pid }: Service): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
