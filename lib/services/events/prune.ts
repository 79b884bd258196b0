import { EVENTS_KEPT_DAYS } from '@/lib/domain/event';
import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { EVENTS_END_LOCK } from '../locks';
import type { SetAside } from '../set-aside';

const EVENTS_AT_ONCE = 500;

/** Deletes events older than EVENTS_KEPT_DAYS. */
export const pruneEvents = (
  ports: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside?: SetAside,
): Promise<void> =>
  deleteInBatches(
    ports,
    {
      lock: EVENTS_END_LOCK,
      atOnce: EVENTS_AT_ONCE,
      list: ({ events }, nowMs, except) =>
        events.listBefore(nowMs - EVENTS_KEPT_DAYS * DAY_MS, EVENTS_AT_ONCE, except),
      remove: ({ events }, rows) => events.delete(rows.map(({ id }) => id)),
    },
    signal,
    aside,
  );
