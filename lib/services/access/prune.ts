import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { ACCESS_LOG_END_LOCK } from '../locks';

/** Deletes sign-ins and denials older than `days`, one hour's rows per transaction so that calls run in between. */
export async function pruneAccessLog(
  { directory }: Pick<Ports, 'directory'>,
  days: number,
  signal?: AbortSignal,
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) {
    hasMore = await directory.write([ACCESS_LOG_END_LOCK], ({ access }, nowMs) =>
      access.deleteOldestHour(nowMs - days * DAY_MS),
    );
  }
}
