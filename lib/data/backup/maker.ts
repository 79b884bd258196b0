import { spawn } from 'node:child_process';
import { constants, hostname, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DatabaseAddress } from '@/lib/data/database-address';
import type { Backups } from '@/lib/ports/backups';
import {
  backupName,
  deleteBackups,
  isOnDiskOf,
  listBackups,
  requireBackupFolder,
  requireRoom,
} from './folder';

type Options = {
  readonly folder: string;
  readonly database: DatabaseAddress;
  /** Two instances on one host differ by it. */
  readonly port: number;
  /** The size of the database. */
  readonly bytes: () => Promise<number>;
};

/** Backups in a folder, each made by the command `backup FILE --rehearse`. */
export function createBackups({ folder: given, database, port, bytes }: Options): Backups {
  const folder = resolve(given);
  return {
    instance: `${hostname()}:${port}`,
    check() {
      requireBackupFolder(folder);
      return isOnDiskOf(folder, database);
    },
    list: async () => listBackups(folder, database),
    prune: async (expired) => deleteBackups(folder, expired),
    async make(nowMs, signal) {
      try {
        requireBackupFolder(folder);
        await requireRoom(folder, await bytes());
        return await runCommand(join(folder, backupName(nowMs)), signal);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

async function runCommand(file: string, signal: AbortSignal): Promise<string | null> {
  const args = ['lib/build/cli.mjs', 'backup', file, '--rehearse', '--end-with-input'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'], signal });
  const closed = new Promise<number | null>((resolve, reject) => {
    // After an abort the process has yet to end.
    child.on('close', resolve).on('error', (error) => signal.aborted || reject(error));
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [said, status] = await Promise.all([text(child.stderr), closed]);
  if (signal.aborted) return 'The service was stopped.';
  if (status === 0) return null;
  // The last line: before it there may be what was done and left.
  return said.trim().split('\n').at(-1) || `The command ended with status ${status}.`;
}
