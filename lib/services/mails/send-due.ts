import { type Mail, type MailOutcome, mailRetryAtMs } from '@/lib/domain/alerts/mail';
import type { Ports } from '@/lib/ports/ports';
import type { Mailer, MailResult } from '@/lib/ports/senders';
import { type Refused, writeApart } from '@/lib/ports/write-apart';
import { SetAside } from '../set-aside';
import { mailsLock } from '../write';
import { type ClaimedMails, claimMessage } from './claim';
import { identifyRecipients } from './recipients';

/** People whose mails one run sends, and how many messages it sends at once. */
const PEOPLE_MAX = 200;
const AT_ONCE = 4;

/** Sends the mails that are due; ends soon after `signal` is aborted. Instances may do so at the same time. */
export async function sendDueMails(ports: Ports, signal: AbortSignal, aside = new SetAside()): Promise<void> {
  const { directory, mailer } = ports;
  if (mailer === null) return;
  await identifyRecipients(ports, signal, aside);
  const people = await directory.read(({ mails }, nowMs) =>
    mails.listDuePeople(nowMs, PEOPLE_MAX, aside.ids(nowMs)),
  );
  const work = async () => {
    for (let userId = people.shift(); userId !== undefined; userId = people.shift()) {
      await sendToPerson({ ...ports, mailer }, userId, signal, aside);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function sendToPerson(
  ports: Ports & { readonly mailer: Mailer },
  userId: string,
  signal: AbortSignal,
  aside: SetAside,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claimMessage(ports, userId, aside);
    if (claimed === null) return;
    const refused = await sendClaimed(ports, userId, claimed, signal);
    for (const { item, error } of refused) aside.add(item.id, error);
  }
}

/** Returns the mails whose result could not be stored. They are sent again when their claim has ended. */
async function sendClaimed(
  { directory, mailer }: Ports & { readonly mailer: Mailer },
  userId: string,
  { letter, mails: all }: ClaimedMails,
  signal: AbortSignal,
): Promise<Refused<Mail>[]> {
  let result: MailResult;
  try {
    result = await mailer.send(letter, signal);
  } catch (error) {
    return all.map((item) => ({ item, error }));
  }
  return writeApart(all, (some) =>
    directory.write([mailsLock(userId)], async ({ mails }, nowMs) => {
      for (const mail of some) await mails.settle([mail.id], outcomeOf(result, mail, nowMs));
    }),
  );
}

function outcomeOf(result: MailResult, mail: Mail, nowMs: number): MailOutcome {
  if (result.isSent) return { state: 'sent' };
  const { reason } = result;
  const nextAtMs = result.isFinal ? null : mailRetryAtMs(mail, nowMs);
  return nextAtMs === null ? { state: 'given_up', reason } : { state: 'waiting', nextAtMs, reason };
}
