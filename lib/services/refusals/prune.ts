import { REFUSALS_KEPT_MS } from '@/lib/domain/refusal';
import { deleteInBatches } from '../delete-in-batches';
import { REFUSALS_END_LOCK } from '../locks';

const ROWS_AT_ONCE = 1000;

/** Deletes refusals whose last call is older than REFUSALS_KEPT_MS. */
export const pruneRefusals = deleteInBatches({
  lock: REFUSALS_END_LOCK,
  atOnce: ROWS_AT_ONCE,
  list: ({ refusals }, nowMs, except) => refusals.listBefore(nowMs - REFUSALS_KEPT_MS, ROWS_AT_ONCE, except),
  remove: ({ refusals }, rows) => refusals.delete(rows),
});
