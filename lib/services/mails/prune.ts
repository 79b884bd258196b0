import { MAILS_KEPT_MS } from '@/lib/domain/mail';
import type { Ports } from '@/lib/ports/ports';
import { MAILS_END_LOCK } from '../locks';

/** Deletes mails after MAILS_KEPT_MS. */
export async function pruneMails({ directory }: Ports): Promise<void> {
  await directory.write([MAILS_END_LOCK], ({ mails }, nowMs) =>
    mails.deleteCreatedBefore(nowMs - MAILS_KEPT_MS),
  );
}
