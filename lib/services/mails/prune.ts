import { MAILS_KEPT_MS } from '@/lib/domain/mail';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { MAILS_END_LOCK } from '../locks';

const MAILS_AT_ONCE = 500;

/** Deletes mails after MAILS_KEPT_MS. */
export const pruneMails = (ports: Pick<Ports, 'directory'>, signal?: AbortSignal): Promise<void> =>
  deleteInBatches(ports, MAILS_END_LOCK, signal, ({ mails }, nowMs) =>
    mails.deleteCreatedBefore(nowMs - MAILS_KEPT_MS, MAILS_AT_ONCE),
  );
