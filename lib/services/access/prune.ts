import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { ACCESS_LOG_END_LOCK } from '../locks';

/** Deletes sign-ins and denials older than `days`, one hour's rows per transaction. */
export const pruneAccessLog = (
  ports: Pick<Ports, 'directory'>,
  days: number,
  signal?: AbortSignal,
): Promise<void> =>
  deleteInBatches(ports, ACCESS_LOG_END_LOCK, signal, ({ access }, nowMs) =>
    access.deleteOldestHour(nowMs - days * DAY_MS),
  );
