import { wantsMail } from '@/lib/domain/alerts/alert-settings';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { EVENT_MAIL_EVERY_MS, MAIL_LEASE_MS, type Mail } from '@/lib/domain/alerts/mail';
import { FACTOR_NOTICES } from '@/lib/domain/alerts/notification';
import { backupTrouble } from '@/lib/domain/backups/backup';
import type { Ports, Tables } from '@/lib/ports/ports';
import type { Letter } from '@/lib/ports/senders';
import { writeApart } from '@/lib/ports/write-apart';
import { readBackups } from '../backups/state';
import { mayGet } from '../bots/find';
import { readLink } from '../links/redeem';
import { findOpen } from '../people/read';
import type { SetAside } from '../set-aside';
import { mailsLock } from '../write';
import {
  backupsLetter,
  digestLetter,
  eventLetter,
  factorLetter,
  isLinkMail,
  joinLetter,
  linkLetter,
} from './letters';

/** A message that this instance may send now, and the mails that it replaces. */
export type ClaimedMails = { readonly letter: Letter; readonly mails: readonly Mail[] };

/** Due mails that are looked at together: what a summary can stand for. */
const DUE_MAX = 200;

/** Claims the next message to a person for MAIL_LEASE_MS; `null` if none is due. Gives up what is no longer wanted. */
export async function claimMessage(
  ports: Ports,
  userId: string,
  aside: SetAside,
): Promise<ClaimedMails | null> {
  const due = await ports.directory.read(({ mails }, nowMs) =>
    mails.listDue(userId, nowMs, DUE_MAX, aside.ids(nowMs)),
  );
  let claimed: ClaimedMails | null = null;
  const refused = await writeApart(idsOf(due), async (ids) => {
    claimed ??= await claimOneOf(ports, userId, new Set(ids), aside);
  });
  for (const { item, error } of refused) aside.add(item, error);
  return claimed;
}

async function claimOneOf(
  ports: Ports,
  userId: string,
  ids: ReadonlySet<string>,
  aside: SetAside,
): Promise<ClaimedMails | null> {
  return ports.directory.write([mailsLock(userId)], async (tables, nowMs) => {
    const listed = await tables.mails.listDue(userId, nowMs, DUE_MAX, aside.ids(nowMs));
    const due = listed.filter(({ id }) => ids.has(id));
    const claimed =
      (await nextLink(tables, ports, due, nowMs)) ??
      (await nextNotice(tables, ports, due, nowMs)) ??
      (await nextDigest(tables, ports, due)) ??
      (await nextOfEvents(tables, ports, due, nowMs));
    if (claimed === null) return null;
    const { letter, mails } = claimed;
    await tables.mails.claim(idsOf(mails), letter.id, nowMs, nowMs + MAIL_LEASE_MS);
    return { letter, mails: mails.map((mail) => ({ ...mail, tries: mail.tries + 1 })) };
  });
}

const idsOf = (mails: readonly Mail[]): string[] => mails.map(({ id }) => id);

async function nextLink(
  tables: Tables,
  ports: Ports,
  due: readonly Mail[],
  nowMs: number,
): Promise<ClaimedMails | null> {
  for (const mail of due.filter(isLinkMail)) {
    const token = mail.sealed && ports.vault.open(mail.sealed);
    const link = token && (await readLink(tables, ports, ports.secrets.hash(token), nowMs));
    if (token && link) {
      const timeZone = (await tables.users.findById(mail.userId))?.timeZone ?? 'UTC';
      return { letter: linkLetter(mail, link, token, timeZone), mails: [mail] };
    }
    const reason = token ? 'Its link no longer works.' : 'Its link was encrypted with another AUTH_SECRET.';
    await tables.mails.settle([mail.id], { state: 'given_up', reason });
  }
  return null;
}

/** What is about a second factor, about backups while they fail, or asks to join a bot. */
async function nextNotice(
  tables: Tables,
  ports: Ports,
  due: readonly Mail[],
  nowMs: number,
): Promise<ClaimedMails | null> {
  for (const mail of due) {
    if (mail.kind !== 'factor' && mail.kind !== 'backups' && mail.kind !== 'join') continue;
    const user = await tables.users.findById(mail.userId);
    const factor = FACTOR_NOTICES.find((one) => one === mail.eventId);
    const isAdmin = user?.role === 'admin' && !user.isDisabled;
    const backups = mail.kind === 'backups' && isAdmin ? await readBackups(tables) : null;
    const trouble = backups && backupTrouble(backups, nowMs);
    const asked = mail.kind === 'join' ? await findOpen(tables, mail.botId, mail.recipient, nowMs) : null;
    const token = mail.sealed && ports.vault.open(mail.sealed);
    const mayJoin = token
      ? (await readLink(tables, ports, ports.secrets.hash(token), nowMs)) !== null
      : mail.sealed === null && user?.isDisabled === false;
    if (asked !== null && mayJoin) return { letter: joinLetter(mail, asked, token), mails: [mail] };
    if (user !== null && factor !== undefined)
      return { letter: factorLetter(mail, user, factor), mails: [mail] };
    if (user !== null && trouble !== null)
      return { letter: backupsLetter(mail, user, trouble), mails: [mail] };
    const reason = 'It is not wanted any more, or its person is gone.';
    await tables.mails.settle([mail.id], { state: 'given_up', reason });
  }
  return null;
}

/** A digest that is still wanted; what it says was read when it was made. */
async function nextDigest(tables: Tables, ports: Ports, due: readonly Mail[]): Promise<ClaimedMails | null> {
  for (const mail of due) {
    if (mail.kind !== 'digest') continue;
    const user = await tables.users.findById(mail.userId);
    const wanted = await tables.users.findDigest(mail.userId);
    const content = mail.sealed && ports.vault.open(mail.sealed);
    if (user !== null && !user.isDisabled && wanted?.choice?.isMailed && content)
      return {
        letter: digestLetter(user, mail.id, JSON.parse(content), ports.unsubscribeTokens),
        mails: [mail],
      };
    const reason = content ? 'It is not wanted any more.' : 'It was encrypted with another AUTH_SECRET.';
    await tables.mails.settle([mail.id], { state: 'given_up', reason });
  }
  return null;
}

async function nextOfEvents(
  tables: Tables,
  ports: Ports,
  due: readonly Mail[],
  nowMs: number,
): Promise<ClaimedMails | null> {
  const all = due.filter(({ kind }) => kind === 'event');
  const [oldest] = all;
  const user = oldest === undefined ? null : await tables.users.findById(oldest.userId);
  if (user === null) return null;
  const lastMs = (await tables.mails.lastEventTryAtMs(user.id)) ?? Number.NEGATIVE_INFINITY;
  if (lastMs <= nowMs && nowMs < lastMs + EVENT_MAIL_EVERY_MS) {
    await tables.mails.postpone(idsOf(all), lastMs + EVENT_MAIL_EVERY_MS);
    return null;
  }
  const events = new Map(
    (await tables.events.listByIds(all.map((mail) => mail.eventId))).map((e) => [e.id, e]),
  );
  const wanted: [Mail, BotEvent][] = [];
  const unwanted: string[] = [];
  for (const mail of all) {
    const event = events.get(mail.eventId);
    const isWanted = event !== undefined && !user.isDisabled && (await isWantedStill(tables, mail, event));
    if (isWanted) wanted.push([mail, event]);
    else unwanted.push(mail.id);
  }
  await tables.mails.settle(unwanted, {
    state: 'given_up',
    reason: 'It is not wanted any more, or its event cannot be read.',
  });
  // A message that may have gone out already is repeated as it was: mail programs show one of the same id.
  const messageId = wanted.find(([{ messageId }]) => messageId !== '')?.[0].messageId ?? '';
  const [first, ...others] = wanted.filter(([mail]) => mail.messageId === messageId);
  if (first === undefined) return null;
  const id = messageId || first[0].id;
  const letter = eventLetter(
    user,
    [first[1], ...others.map(([, event]) => event)],
    id,
    ports.unsubscribeTokens,
  );
  return { letter, mails: [first[0], ...others.map(([mail]) => mail)] };
}

/** Whether the person still has a role with the bot and has not ended these mails since. */
async function isWantedStill(tables: Tables, { userId, botId }: Mail, { type }: BotEvent) {
  const isRecipient = await mayGet(tables, userId, await tables.bots.findById(botId));
  return isRecipient && wantsMail(await tables.alertSettings.find(userId, botId), type);
}
