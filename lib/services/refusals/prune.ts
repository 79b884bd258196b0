import { REFUSALS_KEPT_MS } from '@/lib/domain/refusal';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { REFUSALS_END_LOCK } from '../locks';
import type { SetAside } from '../set-aside';

const ROWS_AT_ONCE = 1000;

/** Deletes refusals whose last call is older than REFUSALS_KEPT_MS. */
export const pruneRefusals = (
  ports: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside?: SetAside,
): Promise<void> =>
  deleteInBatches(
    ports,
    {
      lock: REFUSALS_END_LOCK,
      atOnce: ROWS_AT_ONCE,
      list: ({ refusals }, nowMs, except) =>
        refusals.listBefore(nowMs - REFUSALS_KEPT_MS, ROWS_AT_ONCE, except),
      remove: ({ refusals }, rows) => refusals.delete(rows),
    },
    signal,
    aside,
  );
