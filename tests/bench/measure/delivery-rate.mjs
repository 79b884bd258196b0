import { arrivalsAt, startReceiver } from '../load/receivers.mjs';
import { addEndpoints, addEvents } from '../seed/events.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { ALLOWED, sealEndpoints } from '../seed/seal-endpoints.mjs';
import { productOn } from '../servers/contenders.mjs';

const BOTS = { from: 0, to: 500 };
const EVENTS_EACH = 16;
/** Two hosts: an instance makes at most 32 requests at once to one. */
const RECEIVERS = 2;

/**
 * Deliveries a second of an idle service, from the first to the last, when each of many endpoints has events waiting.
 * @param {{ folder: string, databaseUrl: string, scheme: 'http' | 'https', env: Record<string, string>, scale: number }} options
 */
export async function deliveryRate({ folder, databaseUrl, scheme, env, scale }) {
  const receivers = await Promise.all(
    Array.from({ length: RECEIVERS }, () => startReceiver('prompt', scheme)),
  );
  const sealed = await sealEndpoints(
    folder,
    receivers.map(({ url }) => url),
  );
  const { query, close } = await openDatabase(databaseUrl);
  const half = (BOTS.to - BOTS.from) / RECEIVERS;
  for (const [at, endpoint] of sealed.entries()) {
    const range = { from: BOTS.from + at * half, to: BOTS.from + (at + 1) * half };
    await addEndpoints(query, range, endpoint, { types: 'bot.enabled' });
  }
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
