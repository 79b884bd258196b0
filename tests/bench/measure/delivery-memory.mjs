import { arrivalsAt } from '../load/receivers.mjs';
import { addEvents } from '../seed/events.mjs';
import { BOTS, receivingBots } from '../seed/receiving-bots.mjs';
import { ALLOWED } from '../seed/seal-webhooks.mjs';
import { productOn } from '../servers/contenders.mjs';
import { MEMORY } from '../servers/process.mjs';

const EVENTS_EACH = 40;
const STEPS = { full: 15, quick: 3 };

/**
 * The memory of a process after each step of deliveries.
 * @param {{ folder: string, databaseUrl: string, scale: number }} options
 * @returns {Promise<{ done: number, resident: number, heap: number }[]>} In bytes; the heap is that of the main thread.
 */
export async function deliveryMemory({ folder, databaseUrl, scale }) {
  const { receivers, query, close } = await receivingBots({ folder, databaseUrl });
  const server = await productOn(databaseUrl, ['--expose-gc', '--import', MEMORY], {
    WEBHOOK_ALLOW: ALLOWED,
  });
  const each = Math.ceil(EVENTS_EACH * scale);
  const count = (BOTS.to - BOTS.from) * each;
  const steps = scale < 1 ? STEPS.quick : STEPS.full;
  const seen = [];
  for (let step = 0; step < steps; step++) {
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
