import { readdirSync, readFileSync } from 'node:fs';
import type { Service } from './service';

/** The id of a service's pages process, or `undefined` while it has none. */
export const pagesPid = ({ pid }: Pick<Service, 'pid'>): number | undefined =>
  readdirSync('/proc')
    .map(Number)
    .find((one) => fileOf(one, 'cmdline').includes('pages.mjs') && isBelow(one, pid));

/** Whether a process was started by another, or by one that this has started. */
const isBelow = (pid: number, other: number): boolean =>
  pid > 0 && (parentOf(pid) === other || isBelow(parentOf(pid), other));

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(fileOf(pid, 'status'))?.[1] ?? 0);

/** Of a process in /proc; empty if there is none. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

export const isRunning = (pid: number): boolean => fileOf(pid, 'cmdline') !== '';
