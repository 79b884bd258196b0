import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const SYNC_EVERY_MS = 30;

/**
 * Syncs a file again and again until `written` settles. If all of its pages reached the disk at the end, the commits of
 * a server on that disk would wait for them. Rejects if `written` does, or if a sync fails.
 */
export async function syncWhileWritten<R>(file: string, written: Promise<R>): Promise<R> {
  let isWritten = false;
  const syncing = keepSyncing(file, () => isWritten);
  // Its error is thrown below, once the writer has ended; until then it must not count as unhandled.
  syncing.catch(() => {});
  try {
    return await written;
  } finally {
    isWritten = true;
    await syncing;
  }
}

async function keepSyncing(file: string, isWritten: () => boolean): Promise<void> {
  const handle = await open(file, 'r');
  try {
    while (!isWritten()) {
      await handle.datasync();
      await wait(SYNC_EVERY_MS);
    }
  } finally {
    await handle.close();
  }
}
