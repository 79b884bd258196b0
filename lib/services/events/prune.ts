import { EVENTS_KEPT_DAYS } from '@/lib/domain/event';
import { DAY_MS } from '@/lib/domain/plan';
import { deleteInBatches } from '../delete-in-batches';
import { EVENTS_END_LOCK } from '../locks';

const EVENTS_AT_ONCE = 500;

/** Deletes events older than EVENTS_KEPT_DAYS. */
export const pruneEvents = deleteInBatches({
  lock: EVENTS_END_LOCK,
  atOnce: EVENTS_AT_ONCE,
  list: ({ events }, nowMs, except) =>
    events.listBefore(nowMs - EVENTS_KEPT_DAYS * DAY_MS, EVENTS_AT_ONCE, except),
  remove: ({ events }, rows) => events.delete(rows.map(({ id }) => id)),
});
