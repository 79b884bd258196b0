import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from '../required-program';

/**
 * A disk of `bytes` at `folder`, seen by one process alone: a file system in memory, in a name space of its own, which
 * takes no privilege. It begins with what is in `from`.
 */
export type SmallDisk = { readonly folder: string; readonly from: string; readonly bytes: number };

/** The program and arguments under which a process sees the disk; `isReadOnly` once it is filled. */
export function underSmallDisk({ folder, from, bytes }: SmallDisk, isReadOnly = false): string[] {
  requireProgram('unshare', 'util-linux');
  const steps = [`mount -t tmpfs -o size=${bytes} tmpfs '${folder}'`, `cp -a '${from}/.' '${folder}/'`];
  if (isReadOnly) steps.push(`mount -o remount,ro '${folder}'`);
  return ['unshare', '-r', '-m', 'sh', '-c', `${steps.join(' && ')} && exec "$@"`, 'sh'];
}

/** The disk as seen from outside, by the process that has it: for plain files, not for a database in use. */
const outside = (pid: number, folder: string) => join(`/proc/${pid}/root`, folder);

/** Fills the disk to the last byte; the returned function makes room again. */
export function fill(pid: number, { folder, bytes }: SmallDisk): () => void {
  const filler = join(outside(pid, folder), 'filler');
  for (let left = bytes; left >= 1; left = Math.floor(left / 2)) {
    try {
      writeFileSync(filler, Buffer.alloc(left), { flag: 'a' });
    } catch {
      // No room for so much: half of it may fit.
    }
  }
  return () => rmSync(filler);
}

/** Copies what is on the disk now: of a process that is stopped, what a loss of power would leave. */
export function copyOut(pid: number, { folder }: SmallDisk, to: string): void {
  cpSync(outside(pid, folder), to, { recursive: true });
}
