import { isStillTrue, nextRepeatAtMs, wantsMail } from '@/lib/domain/alerts/alert-settings';
import { WAITING_MAX } from '@/lib/domain/alerts/delivery';
import { type BotEvent, HIDDEN_FROM_VIEWERS } from '@/lib/domain/alerts/event';
import type { NewMail } from '@/lib/domain/alerts/mail';
import { gets } from '@/lib/domain/alerts/webhook';
import type { Ports, Tables } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { recipientsOf } from '../bots/find';
import { SetAside } from '../set-aside';
import { botLock } from '../write';

/** Events per transaction, which takes some milliseconds; calls run in between. */
const EVENTS_AT_ONCE = 50;

/**
 * Creates the deliveries and mails of all events that are due and have none; returns whether there were any. Each event
 * gets its own once, however many instances do this at the same time, and whenever one is killed.
 */
export async function routeEvents(
  ports: Pick<Ports, 'directory' | 'mailer'>,
  signal?: AbortSignal,
  aside = new SetAside(),
): Promise<boolean> {
  let hasFound = false;
  let found: Awaited<ReturnType<Tables['events']['listUnrouted']>>;
  do {
    found = await ports.directory.read(({ events }, nowMs) =>
      events.listUnrouted(nowMs, EVENTS_AT_ONCE, aside.ids(nowMs)),
    );
    if (found.length === 0) return hasFound;
    hasFound = true;
    const refused = await writeApart(found, (some) => {
      const ids = some.map(({ id }) => id);
      const locks = some.map(({ botId }) => botLock(botId));
      return ports.directory.write(locks, async (tables, nowMs) => {
        // Read again under the locks: another instance may have routed them, and a bot may be deleted.
        await routeAll(tables, ports, await tables.events.listUnroutedOf(ids), nowMs);
      });
    });
    for (const { item, error } of refused) aside.add(item.id, error);
  } while (found.length === EVENTS_AT_ONCE && !signal?.aborted);
  return hasFound;
}

async function routeAll(
  tables: Tables,
  ports: Pick<Ports, 'mailer'>,
  events: readonly BotEvent[],
  nowMs: number,
): Promise<void> {
  const due = await stillTrue(tables, events);
  await createDeliveries(tables, due, nowMs);
  await createMails(tables, ports, due, nowMs);
  const dueIds = new Set(due.map(({ id }) => id));
  await tables.events.setRouted([...dueIds], nowMs);
  await tables.events.markUnsent(events.map(({ id }) => id).filter((id) => !dueIds.has(id)));
}

/** Those of the events that are still to be notified when they are due: a silence may have ended meanwhile. */
async function stillTrue({ bots, events }: Tables, due: readonly BotEvent[]): Promise<BotEvent[]> {
  const ofSilences = due.filter(({ type }) => type === 'bot.silent' || type === 'bot.recovered');
  if (ofSilences.length === 0) return [...due];
  const listed = await bots.listByIds([...new Set(ofSilences.map(({ data }) => data.botId))]);
  const accounts = new Map(listed.map(({ account }) => [account.botId, account]));
  const found: BotEvent[] = [];
  for (const event of due) {
    const account = accounts.get(event.data.botId);
    const isSilenceNotified =
      event.type === 'bot.recovered' &&
      (await events.findNotified(event.data.botId, 'bot.silent', event.period)) !== null;
    if (account === undefined || isStillTrue(event, account, isSilenceNotified)) found.push(event);
  }
  return found;
}

/**
 * Adds the mails about events to the people of their bots, by their settings, without SMTP_URL none; and schedules the repeats of
 * silences for those who chose them (services/silences/repeat.ts). Runs inside the transaction that routes the events; a second
 * run adds nothing. `again`: only the mails of a repeat, to one person, which are others than the first ones.
 */
export async function createMails(
  tables: Tables,
  { mailer }: Pick<Ports, 'mailer'>,
  events: readonly BotEvent[],
  nowMs: number,
  again?: { readonly userId: string; readonly repeat: number },
): Promise<void> {
  const mails: NewMail[] = [];
  for (const { id: eventId, type, atMs, dueAtMs, data } of events) {
    if (mailer === null && type !== 'bot.silent') continue;
    const { botId } = data;
    for (const { user, isViewer } of await recipientsOf(tables, botId, atMs)) {
      const { id: userId, email: recipient } = user;
      if (again !== undefined && again.userId !== userId) continue;
      const settings = await tables.alertSettings.find(userId, botId);
      if (again === undefined && type === 'bot.silent' && settings[type].isRepeated)
        await tables.alertSettings.setRepeat(userId, botId, nextRepeatAtMs(dueAtMs, nowMs));
      const isHidden = isViewer && HIDDEN_FROM_VIEWERS.includes(type);
      if (mailer === null || user.isDisabled || isHidden || !wantsMail(settings, type)) continue;
      const id = `${eventId}.${userId}${again === undefined ? '' : `.${again.repeat}`}`;
      mails.push({ id, kind: 'event', userId, botId, eventId, recipient, sealed: null });
    }
  }
  await tables.mails.insert(mails, nowMs);
}

/**
 * Creates the deliveries of events to the webhooks that get them, each once. Part of a write that holds the locks of
 * their bots. Of more than WAITING_MAX for a webhook, the oldest are dropped, counted and shown in its log.
 */
async function createDeliveries(
  { webhooks, deliveries }: Tables,
  events: readonly BotEvent[],
  nowMs: number,
): Promise<void> {
  const all = await webhooks.listOfBots([...new Set(events.map(({ data }) => data.botId))]);
  const created = events.flatMap((event) =>
    all
      .filter((webhook) => webhook.botId === event.data.botId && gets(webhook, event))
      .map(({ id, botId }) => ({
        webhookId: id,
        botId,
        eventId: event.id,
        eventType: event.type,
        // In the order of the events, also among those that are due together.
        createdAtMs: event.atMs,
        nextAtMs: Math.min(event.dueAtMs, nowMs),
      })),
  );
  await deliveries.insert(created);
  const targets = [...new Set(created.map(({ webhookId }) => webhookId))];
  for (const [id, waiting] of await deliveries.countWaiting(targets)) {
    if (waiting <= WAITING_MAX) continue;
    const dropped = all.find((webhook) => webhook.id === id)?.dropped ?? 0;
    await webhooks.update([id], { dropped: dropped + (await deliveries.dropOldest(id)) });
  }
  await webhooks.schedule(targets);
}
