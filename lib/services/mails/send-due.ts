import { type Mail, mailRetryAtMs } from '@/lib/domain/mail';
import type { Mailer, MailResult } from '@/lib/ports/mailer';
import type { MailOutcome } from '@/lib/ports/mails';
import type { Ports } from '@/lib/ports/ports';
import { mailsLock } from '../locks';
import { claimMessage } from './claim';
import { identifyForgotten } from './identify-forgotten';

/** People whose mails one run sends, and how many messages it sends at once. */
const PEOPLE_MAX = 200;
const AT_ONCE = 4;

/** Sends the mails that are due; ends soon after `signal` is aborted. Instances may do so at the same time. */
export async function sendDueMails(ports: Ports, signal: AbortSignal): Promise<void> {
  const { directory, mailer } = ports;
  if (mailer === null) return;
  await identifyForgotten(ports, signal);
  const people = await directory.read(({ mails }, nowMs) => mails.listDuePeople(nowMs, PEOPLE_MAX));
  const work = async () => {
    for (let userId = people.shift(); userId !== undefined; userId = people.shift()) {
      await sendToPerson(ports, mailer, userId, signal);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function sendToPerson(
  ports: Ports,
  mailer: Mailer,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claimMessage(ports, userId);
    if (claimed === null) return;
    const result = await mailer.send(claimed.letter, signal);
    await ports.directory.write([mailsLock(userId)], async ({ mails }, nowMs) => {
      for (const mail of claimed.mails) await mails.settle([mail.id], outcomeOf(result, mail, nowMs));
    });
  }
}

function outcomeOf(result: MailResult, mail: Mail, nowMs: number): MailOutcome {
  if (result.isSent) return { state: 'sent' };
  const { reason } = result;
  const nextAtMs = result.isFinal ? null : mailRetryAtMs(mail, nowMs);
  return nextAtMs === null ? { state: 'given_up', reason } : { state: 'waiting', nextAtMs, reason };
}
