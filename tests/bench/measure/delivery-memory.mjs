import { arrivalsAt, startReceiver } from '../load/receivers.mjs';
import { addEndpoints, addEvents } from '../seed/events.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { ALLOWED, sealEndpoints } from '../seed/seal-endpoints.mjs';
import { productOn } from '../servers/contenders.mjs';
import { MEMORY } from '../servers/process.mjs';

const BOTS = { from: 0, to: 500 };
const EVENTS_EACH = 40;
/** An instance makes at most 32 requests at once to one host. */
const RECEIVERS = 2;
const STEPS = 30;

/**
 * The memory of a process after each step of deliveries.
 * @param {{ folder: string, databaseUrl: string, scale: number }} options
 * @returns {Promise<{ done: number, resident: number, heap: number }[]>} In bytes; the heap is that of the main thread.
 */
export async function deliveryMemory({ folder, databaseUrl, scale }) {
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => startReceiver('prompt')));
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
  const server = await productOn(databaseUrl, ['--expose-gc', '--import', MEMORY], {
    WEBHOOK_ALLOW: ALLOWED,
  });
  const each = Math.ceil(EVENTS_EACH * scale);
  const count = (BOTS.to - BOTS.from) * each;
  const seen = [];
  for (let step = 0; step < STEPS; step++) {
    await addEvents(query, BOTS, { first: step * each, each, fromMs: Date.now(), stepMs: 0 });
    await arrivalsAt(receivers, count);
    const { rss, heapUsed } = await server.memory();
    seen.push({ done: (step + 1) * count, resident: rss, heap: heapUsed });
  }
  await server.stop();
  await close();
  for (const receiver of receivers) receiver.stop();
  return seen;
}
