import { arrivalsAt } from '../load/receivers.mjs';
import { addEvents } from '../seed/events.mjs';
import { BOTS, receivingBots } from '../seed/receiving-bots.mjs';
import { ALLOWED } from '../seed/seal-webhooks.mjs';
import { productOn } from '../servers/contenders.mjs';

const EVENTS_EACH = 16;

/**
 * Deliveries a second of an idle service, from the first to the last, when each of many webhooks has events waiting.
 * @param {{ folder: string, databaseUrl: string, scheme: 'http' | 'https', env: Record<string, string>, scale: number }} options
 */
export async function deliveryRate({ folder, databaseUrl, scheme, env, scale }) {
  const { receivers, query, close } = await receivingBots({ folder, databaseUrl, scheme });
  const each = Math.ceil(EVENTS_EACH * scale);
  await addEvents(query, BOTS, { each, fromMs: Date.now(), stepMs: 1 });
  await close();
  const { stop } = await productOn(databaseUrl, [], { WEBHOOK_ALLOW: ALLOWED, ...env });
  const arrivals = await arrivalsAt(receivers, (BOTS.to - BOTS.from) * each);
  await stop();
  for (const receiver of receivers) receiver.stop();
  const times = arrivals.map(({ atMs }) => atMs);
  return arrivals.length / ((Math.max(...times) - Math.min(...times)) / 1_000);
}
