import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { ACCESS_LOG_END_LOCK } from '../locks';
import type { SetAside } from '../set-aside';

const ROWS_AT_ONCE = 1000;

/** Deletes sign-ins and denials older than `days`. */
export const pruneAccessLog = (
  ports: Pick<Ports, 'directory'>,
  days: number,
  signal?: AbortSignal,
  aside?: SetAside,
): Promise<void> =>
  deleteInBatches(
    ports,
    {
      lock: ACCESS_LOG_END_LOCK,
      atOnce: ROWS_AT_ONCE,
      list: ({ access }, nowMs, except) => access.listBefore(nowMs - days * DAY_MS, ROWS_AT_ONCE, except),
      remove: ({ access }, rows) => access.delete(rows),
    },
    signal,
    aside,
  );
