import { isStillTrue, nextRepeatAtMs, REPEAT_EVERY_MS } from '@/lib/domain/alerts/alert-settings';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { gets } from '@/lib/domain/alerts/webhook';
import { pausedUntilMs } from '@/lib/domain/silences/pause';
import type { Ports, Tables } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { mayGet } from '../bots/find';
import { createMails } from '../events/route';
import { SetAside } from '../set-aside';
import { botLock } from '../write';

/** Bots per transaction, which takes some milliseconds; calls run in between. */
const BOTS_AT_ONCE = 50;

/**
 * Sends the message about each silence again that lasts for another REPEAT_EVERY_MS, by mail and to Discord, if the owner
 * of the bot chose that: once for each such time, however many instances do this at the same time.
 */
export async function repeatSilences(
  ports: Pick<Ports, 'directory' | 'mailer'>,
  signal?: AbortSignal,
  aside = new SetAside(),
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) {
    const due = await ports.directory.read(({ alertSettings }, nowMs) =>
      alertSettings.listRepeatsDue(nowMs, BOTS_AT_ONCE, aside.ids(nowMs)),
    );
    const refused = await writeApart(due, (some) => {
      const locks = some.map(({ botId }) => botLock(botId));
      return ports.directory.write(locks, async (tables, nowMs) => {
        for (const { userId, botId } of some) {
          const nextAtMs = await repeatOf(tables, ports, userId, botId, nowMs);
          await tables.alertSettings.setRepeat(userId, botId, nextAtMs);
        }
      });
    });
    for (const { item, error } of refused) aside.add(item.botId, error);
    hasMore = due.length === BOTS_AT_ONCE;
  }
}

/** Creates what is due now; returns when the next message is due, `null` if the bot is not silent. */
async function repeatOf(
  tables: Tables,
  ports: Pick<Ports, 'mailer'>,
  userId: string,
  botId: string,
  nowMs: number,
): Promise<number | null> {
  const [stored] = await tables.bots.listByIds([botId]);
  const settings = await tables.alertSettings.find(userId, botId);
  if (
    stored === undefined ||
    !(await mayGet(tables, userId, stored.bot)) ||
    !settings['bot.silent'].isRepeated
  )
    return null;
  const { silentSinceMs } = stored.account.alerts;
  if (silentSinceMs === null) return null;
  const event = await tables.events.findNotified(botId, 'bot.silent', String(silentSinceMs));
  // Without an event it is not notified yet, or no longer kept.
  if (event === null || !isStillTrue(event, stored.account, true)) return null;
  const nextAtMs = nextRepeatAtMs(event.dueAtMs, nowMs);
  const repeat = Math.round((nextAtMs - event.dueAtMs) / REPEAT_EVERY_MS) - 1;
  // Nobody is notified of a planned silence.
  if (repeat > 0 && pausedUntilMs(stored.account, nowMs) === null) {
    await createMails(tables, ports, [event], nowMs, { userId, repeat });
    // Its repeat is the bot's, as its owner chose.
    if (userId === stored.bot.ownerId) await sendToDiscord(tables, event, nextAtMs - REPEAT_EVERY_MS, nowMs);
  }
  return nextAtMs;
}

/** Signed webhooks do not get it again: their receivers count events. */
async function sendToDiscord(
  { webhooks, deliveries }: Tables,
  event: BotEvent,
  dueAtMs: number,
  nowMs: number,
): Promise<void> {
  const all = await webhooks.listOfBots([event.data.botId]);
  const ids = all.filter((each) => each.kind === 'discord' && gets(each, event)).map(({ id }) => id);
  const sent = await deliveries.listOfEvents(ids, [event.id]);
  const again = sent.filter(({ state, lastTryAtMs }) => state !== 'waiting' && (lastTryAtMs ?? 0) < dueAtMs);
  await deliveries.save(
    again.map((delivery) => ({ ...delivery, state: 'waiting', tries: 0, nextAtMs: nowMs })),
  );
  await webhooks.schedule(again.map(({ webhookId }) => webhookId));
}
