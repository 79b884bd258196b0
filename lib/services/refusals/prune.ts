import { REFUSALS_KEPT_MS } from '@/lib/domain/refusal';
import type { Ports } from '@/lib/ports/ports';
import { REFUSALS_END_LOCK } from '../locks';

/** Rows deleted per transaction, which takes a few milliseconds; calls run in between. */
const ROWS_AT_ONCE = 1_000;

/** Deletes refusals whose last call is older than REFUSALS_KEPT_MS. */
export async function pruneRefusals(
  { directory }: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) {
    hasMore = await directory.write([REFUSALS_END_LOCK], ({ refusals }, nowMs) =>
      refusals.deleteBefore(nowMs - REFUSALS_KEPT_MS, ROWS_AT_ONCE),
    );
  }
}
