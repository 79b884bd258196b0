import { type Endpoint, testPeriod } from '@/lib/domain/alerts/endpoint';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { conflict, done, notFound, type Result } from '../result';
import { writeAs } from '../write';
import { findEndpoint, lockOfEndpoint, shownEndpoint } from './find';

/**
 * Delivers an event to an endpoint again, now and with all retries, whatever came of it before: the receiver gets the
 * same `webhook-id`. The endpoint must be on, and the event still be kept.
 */
export async function sendAgain(
  ports: Ports,
  who: Caller,
  endpointId: string,
  eventId: string,
): Promise<Result<null>> {
  return writeAs(ports, who, [await lockOfEndpoint(ports, endpointId)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, endpointId);
    if (!found.ok) return found;
    if (shownEndpoint(ports.vault, found.value, nowMs).status !== 'on') {
      return conflict('This webhook is not on: enable it first.');
    }
    const delivery = await tables.deliveries.find(endpointId, eventId);
    const [event] = await tables.events.listByIds([eventId]);
    if (delivery === null || event === undefined)
      return notFound('This event is no longer kept, or cannot be read.', 'eventId');
    await tables.deliveries.save([{ ...delivery, state: 'waiting', tries: 0, nextAtMs: nowMs }]);
    await tables.endpoints.schedule([endpointId]);
    return done(null);
  });
}

/** Sends the event `webhook.test` to one endpoint, which must be on; its delivery log shows what came of it. */
export async function testEndpoint(ports: Ports, who: Caller, id: string): Promise<Result<Endpoint>> {
  return writeAs(ports, who, [await lockOfEndpoint(ports, id)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, id);
    if (!found.ok) return found;
    const endpoint = shownEndpoint(ports.vault, found.value, nowMs);
    if (endpoint.status !== 'on') return conflict('This webhook is not on: enable it first.');
    const bot = await findBot(tables, actor, endpoint.botId);
    if (!bot.ok) return bot;
    const data = { botId: bot.value.id, botName: bot.value.name };
    const period = testPeriod(id, nowMs);
    await tables.events.insert([{ type: 'webhook.test', period, atMs: nowMs, dueAtMs: nowMs, data }]);
    return done(endpoint);
  });
}
