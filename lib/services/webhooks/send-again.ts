import { testPeriod, type Webhook } from '@/lib/domain/alerts/webhook';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { conflict, done, notFound, type Result } from '../result';
import { isOfRemovedVote, shownWebhook, writeWebhook } from './find';

/**
 * Delivers an event to a webhook again, now and with all retries, whatever the result was before: the receiver gets the
 * same `webhook-id`. The webhook must be on, and the event still be kept.
 */
export async function sendAgain(
  ports: Ports,
  who: Caller,
  webhookId: string,
  eventId: string,
): Promise<Result<null>> {
  return writeWebhook(ports, who, webhookId, 'sendAgain', async (tables, now, nowMs) => {
    if (shownWebhook(ports.vault, now, nowMs).status !== 'on') {
      return conflict('This webhook is not on: enable it first.');
    }
    const delivery = await tables.deliveries.find(webhookId, eventId);
    const [event] = await tables.events.listByIds([eventId]);
    if (delivery === null || event === undefined || (await isOfRemovedVote(tables, event)))
      return notFound('This event is no longer kept, or cannot be read.', 'eventId');
    await tables.deliveries.save([{ ...delivery, state: 'waiting', tries: 0, nextAtMs: nowMs }]);
    await tables.webhooks.schedule([webhookId]);
    return done(null);
  });
}

/** Sends the event `webhook.test` to one webhook, which must be on; its delivery log shows the result. */
export async function testWebhook(ports: Ports, who: Caller, id: string): Promise<Result<Webhook>> {
  return writeWebhook(ports, who, id, 'testWebhook', async (tables, now, nowMs, _, actor) => {
    const webhook = shownWebhook(ports.vault, now, nowMs);
    if (webhook.status !== 'on') return conflict('This webhook is not on: enable it first.');
    const bot = await findBot(tables, actor, webhook.botId, 'testWebhook');
    if (!bot.ok) return bot;
    const data = { botId: bot.value.id, botName: bot.value.name };
    const period = testPeriod(id, nowMs);
    await tables.events.insert([{ type: 'webhook.test', period, atMs: nowMs, dueAtMs: nowMs, data }]);
    return done(webhook);
  });
}
