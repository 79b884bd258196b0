import { MAILS_KEPT_MS } from '@/lib/domain/mail';
import { deleteInBatches } from '../delete-in-batches';
import { MAILS_END_LOCK } from '../locks';

const MAILS_AT_ONCE = 500;

/** Deletes mails after MAILS_KEPT_MS. */
export const pruneMails = deleteInBatches({
  lock: MAILS_END_LOCK,
  atOnce: MAILS_AT_ONCE,
  list: ({ mails }, nowMs, except) => mails.listCreatedBefore(nowMs - MAILS_KEPT_MS, MAILS_AT_ONCE, except),
  remove: ({ mails }, rows) => mails.delete(rows.map(({ id }) => id)),
});
