import type { Caller } from '@/lib/domain/caller';
import { type Endpoint, testPeriod } from '@/lib/domain/endpoint';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { conflict, done, type Result } from '../result';
import { writeAs } from '../write-as';
import { findEndpoint, lockOfEndpoint, shownEndpoint } from './find';

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
