import { EVENTS_KEPT_DAYS } from '@/lib/domain/event';
import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { EVENTS_END_LOCK } from '../locks';

/** Events deleted per transaction, which takes a few milliseconds; calls run in between. */
const EVENTS_AT_ONCE = 500;

/** Deletes events older than EVENTS_KEPT_DAYS. */
export async function pruneEvents(
  { directory }: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) {
    hasMore = await directory.write([EVENTS_END_LOCK], ({ events }, nowMs) =>
      events.deleteBefore(nowMs - EVENTS_KEPT_DAYS * DAY_MS, EVENTS_AT_ONCE),
    );
  }
}
