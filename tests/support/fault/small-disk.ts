import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from '../programs';

/**
 * A disk of `bytes` mounted at `folder` for one process only: a tmpfs in a mount namespace, which needs no privilege. It
 * starts with a copy of `from`.
 */
export type SmallDisk = { readonly folder: string; readonly from: string; readonly bytes: number };

/** The program and arguments to run a process under so that it sees the disk; `isReadOnly` after the copy. */
export function underSmallDisk({ folder, from, bytes }: SmallDisk, isReadOnly = false): string[] {
  requireProgram('unshare', 'util-linux');
  const steps = [`mount -t tmpfs -o size=${bytes} tmpfs '${folder}'`, `cp -a '${from}/.' '${folder}/'`];
  if (isReadOnly) steps.push(`mount -o remount,ro '${folder}'`);
  return ['unshare', '-r', '-m', 'sh', '-c', `${steps.join(' && ')} && exec "$@"`, 'sh'];
}

/** The disk's path for other processes. For plain files only, not for a database in use. */
const outside = (pid: number, folder: string) => join(`/proc/${pid}/root`, folder);

/** Fills the disk to the last byte; the returned function frees it again. */
export function fill(pid: number, { folder, bytes }: SmallDisk): () => void {
  const filler = join(outside(pid, folder), 'filler');
  for (let left = bytes; left >= 1; left = Math.floor(left / 2)) {
    try {
      writeFileSync(filler, Buffer.alloc(left), { flag: 'a' });
    } catch {
      // It does not fit; half of it may.
    }
  }
  return () => rmSync(filler);
}

/** Copies the disk's content. For a stopped process that is what a power loss would leave. */
export function copyOut(pid: number, { folder }: SmallDisk, to: string): void {
  cpSync(outside(pid, folder), to, { recursive: true });
}
