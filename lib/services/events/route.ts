import type { BotEvent } from '@/lib/domain/event';
import { isStillTrue } from '@/lib/domain/event-routing';
import type { Ports, Tables } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { createMails } from '../alerts/create-mails';
import { createDeliveries } from '../deliveries/create';
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
  const told = await stillTrue(tables, events);
  await createDeliveries(tables, told, nowMs);
  await createMails(tables, ports, told, nowMs);
  const toldIds = new Set(told.map(({ id }) => id));
  await tables.events.setRouted([...toldIds], nowMs);
  await tables.events.setUntold(events.map(({ id }) => id).filter((id) => !toldIds.has(id)));
}

/** Those of the events that are still to be told when they are due: a silence may have ended meanwhile. */
async function stillTrue({ bots, events }: Tables, due: readonly BotEvent[]): Promise<BotEvent[]> {
  const ofSilences = due.filter(({ type }) => type === 'bot.silent' || type === 'bot.recovered');
  if (ofSilences.length === 0) return [...due];
  const listed = await bots.listByIds([...new Set(ofSilences.map(({ data }) => data.botId))]);
  const accounts = new Map(listed.map(({ account }) => [account.botId, account]));
  const told: BotEvent[] = [];
  for (const event of due) {
    const account = accounts.get(event.data.botId);
    const isSilenceTold =
      event.type === 'bot.recovered' && (await events.wasTold(event.data.botId, 'bot.silent', event.period));
    if (account === undefined || isStillTrue(event, account, isSilenceTold)) told.push(event);
  }
  return told;
}
