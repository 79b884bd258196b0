import type { Lock, Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/**
 * Runs `deleteBatch` in transactions of its own until it returns that there is no more, or `signal` is aborted. A batch
 * takes a few milliseconds; calls run in between.
 */
export async function deleteInBatches(
  { directory }: Pick<Ports, 'directory'>,
  lock: Lock,
  signal: AbortSignal | undefined,
  deleteBatch: (tables: Tables, nowMs: number) => Promise<boolean>,
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) hasMore = await directory.write([lock], deleteBatch);
}
