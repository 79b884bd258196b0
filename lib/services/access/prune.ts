import { DAY_MS } from '@/lib/domain/plan';
import { deleteInBatches } from '../delete-in-batches';
import { ACCESS_LOG_END_LOCK } from '../locks';

const ROWS_AT_ONCE = 1000;

/** Makes a service that deletes sign-ins and denials older than `days`. */
export const pruneAccessLog = (days: number) =>
  deleteInBatches({
    lock: ACCESS_LOG_END_LOCK,
    atOnce: ROWS_AT_ONCE,
    list: ({ access }, nowMs, except) => access.listBefore(nowMs - days * DAY_MS, ROWS_AT_ONCE, except),
    remove: ({ access }, rows) => access.delete(rows),
  });
