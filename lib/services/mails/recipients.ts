import type { Mail } from '@/lib/domain/alerts/mail';
import { mayMailReset } from '@/lib/domain/people/access-link';
import { BOT_INVITATION_MS } from '@/lib/domain/people/bot-people';
import type { User } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Ports, Tables } from '@/lib/ports/ports';
import { issueJoin, issueOwnReset } from '../links/issue';
import { findOpen } from '../people/read';
import type { SetAside } from '../set-aside';
import { emailLock, personLock } from '../write';

/** Requests that one run looks at. */
const AT_ONCE_MAX = 100;

/**
 * Finds out to whom mails go of which only the address is known, and deletes those that nobody is to get: requests for a new
 * password, and questions whether one becomes a person of a bot. Done by a job, so that the request itself takes the same work
 * for every address, and so that who asks never has the link.
 */
export async function identifyRecipients(ports: Ports, signal: AbortSignal, aside: SetAside): Promise<void> {
  const { directory } = ports;
  const unknown = await directory.read(({ mails }, nowMs) =>
    mails.listUnknown(nowMs, AT_ONCE_MAX, aside.ids(nowMs)),
  );
  for (const { id, recipient } of unknown) {
    if (signal.aborted) return;
    await aside.attempt(id, () => identify(ports, id, recipient));
  }
}

type Recipient = { readonly userId: string; readonly token: string | null };

async function identify(ports: Ports, id: string, recipient: string): Promise<void> {
  const seen = await ports.directory.read(({ users }) => users.findByEmail(recipient));
  const locks = [emailLock(recipient), ...(seen === null ? [] : [personLock(seen.id)])];
  await ports.directory.write(locks, async (tables, nowMs) => {
    // Read again: another instance may have done this, or the person may have been deleted.
    const mail = await tables.mails.find(id);
    const user = await tables.users.findByEmail(recipient);
    if (mail?.userId !== '') return;
    const isSame = user?.id === seen?.id && !user?.isDisabled;
    const of = mail.kind === 'join' ? joining : resetting;
    const found = isSame ? await of(tables, ports, mail, user, nowMs) : null;
    if (found === null) return tables.mails.delete([id]);
    await tables.mails.identify(id, found.userId, found.token && ports.vault.seal(found.token));
  });
}

/** Whoever may sign in gets the link, up to some a day. */
async function resetting(
  tables: Tables,
  ports: Ports,
  mail: Mail,
  user: User | null,
  nowMs: number,
): Promise<Recipient | null> {
  if (user === null) return null;
  const recent = await tables.mails.recentResets(user.id, nowMs - DAY_MS);
  if (!mayMailReset(recent, mail.sealed !== null, nowMs)) return null;
  return { userId: user.id, token: await issueOwnReset(tables, ports, user, nowMs) };
}

/** Who has no account gets a link to create one, if owners may invite (OWNERS_INVITE). */
async function joining(
  tables: Tables,
  ports: Ports,
  { botId, recipient: email }: Mail,
  user: User | null,
  nowMs: number,
): Promise<Recipient | null> {
  if (user !== null) return { userId: user.id, token: null };
  const open = ports.ownersInvite ? await findOpen(tables, botId, email, nowMs) : null;
  const issued = open && (await issueJoin(tables, ports, open, open.createdAtMs + BOT_INVITATION_MS, nowMs));
  return issued && { userId: issued.link.userId, token: issued.token };
}
