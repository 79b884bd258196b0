import { wantsMail } from '@/lib/domain/alert-settings';
import type { BotEvent } from '@/lib/domain/event';
import type { NewMail } from '@/lib/ports/events';
import type { Ports, Tables } from '@/lib/ports/ports';
import { ownerOf } from '../bots/find';

/**
 * Adds the mails about events to the owners of their bots, by the owners' settings. Runs inside the transaction that
 * routes the events; a second run adds nothing. Without SMTP_URL there are no mails.
 */
export async function createMails(
  tables: Tables,
  { mailer }: Pick<Ports, 'mailer'>,
  events: readonly BotEvent[],
  nowMs: number,
): Promise<void> {
  if (mailer === null) return;
  const mails: NewMail[] = [];
  for (const { id: eventId, type, data } of events) {
    const owner = await ownerOf(tables, data.botId);
    if (owner === null || owner.isDisabled) continue;
    if (!wantsMail(await tables.alertSettings.find(owner.id, data.botId), type)) continue;
    const { id: userId, email: recipient } = owner;
    const id = `${eventId}.${userId}`;
    mails.push({ id, kind: 'event', userId, botId: data.botId, eventId, recipient, sealed: null });
  }
  await tables.mails.insert(mails, nowMs);
}
