import { mayMailReset } from '@/lib/domain/access-link';
import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { issueOwnReset } from '../links/issue';
import type { SetAside } from '../set-aside';
import { emailLock, personLock } from '../write';

/** Requests that one run looks at. */
const AT_ONCE_MAX = 100;

/**
 * Makes mails of requests for a new password whose address belongs to someone who may sign in, and deletes the others, and
 * those beyond what a person is mailed.
 * Done by a job, so that the request itself takes the same work for every address.
 */
export async function identifyForgotten(ports: Ports, signal: AbortSignal, aside: SetAside): Promise<void> {
  const { directory } = ports;
  const unknown = await directory.read(({ mails }, nowMs) =>
    mails.listUnknown(nowMs, AT_ONCE_MAX, aside.ids(nowMs)),
  );
  for (const { id, recipient } of unknown) {
    if (signal.aborted) return;
    await aside.attempt(id, () => identify(ports, id, recipient));
  }
}

async function identify(ports: Ports, id: string, recipient: string): Promise<void> {
  const seen = await ports.directory.read(({ users }) => users.findByEmail(recipient));
  const locks = [emailLock(recipient), ...(seen === null ? [] : [personLock(seen.id)])];
  await ports.directory.write(locks, async (tables, nowMs) => {
    // Read again: another instance may have done this, or the person may have been deleted.
    const mail = await tables.mails.find(id);
    const user = await tables.users.findByEmail(recipient);
    if (mail?.userId !== '') return;
    if (user === null || user.isDisabled || user.id !== seen?.id) return tables.mails.delete([id]);
    const recent = await tables.mails.recentResets(user.id, nowMs - DAY_MS);
    if (!mayMailReset(recent, mail.sealed !== null, nowMs)) return tables.mails.delete([id]);
    const token = await issueOwnReset(tables, ports, user, nowMs);
    await tables.mails.identify(id, user.id, ports.vault.seal(token));
  });
}
