import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../../support/stats.mjs';
import { latencies } from '../load/latencies.mjs';
import { startPacer } from '../load/pacer.mjs';
import { arrivalsAt, startReceiver } from '../load/receivers.mjs';
import { addEvents, addWebhooks, prepareWarnings } from '../seed/events.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { ALLOWED, sealWebhooks } from '../seed/seal-webhooks.mjs';
import { productOn } from '../servers/contenders.mjs';
import { inOrder } from './compare.mjs';

/** 50 bots with 20 webhooks each. */
const HANGING = { from: 0, to: 50 };
const WEBHOOKS_EACH = 20;
/** Between the events of a bot; those of the bots are spread over it. */
const EVENT_EVERY_MS = 10_000;
/** Until as many requests hang as may. */
const WARM_UP_MS = 2_500;
const MEASURED_MS = 8_000;
const CONNECTIONS = 4;
/** Events a second of healthy webhooks, of all contenders. */
const HEALTHY_PER_SECOND = 4;
const KINDS = /** @type {const} */ (['hang', 'drip', 'flood']);

/**
 * The latencies of calls with 1 000 webhooks that hang, drip or flood, and without them; the median of the rounds of
 * their 99th percentile, in ms. `healthyMs` is the longest time from a call to the arrival of its event meanwhile.
 * @param {{ folder: string, fresh: () => Promise<string>, healthyBots: import('../seed/events.mjs').Range, bots: number,
 *   rounds: number, scale: number }} options
 */
export async function hangingWebhooks({ folder, fresh, healthyBots, bots, rounds, scale }) {
  const hanging = await Promise.all(KINDS.map((kind) => startReceiver(kind)));
  const healthy = await startReceiver('prompt');
  const [ofHealthy, ...ofHanging] = await sealWebhooks(
    folder,
    [healthy, ...hanging].map(({ url }) => url),
  );
  if (ofHealthy === undefined) throw new Error('There is no webhook.');
  const measuredMs = Math.max(1_000, MEASURED_MS * scale);
  let healthyMs = 0;

  const measure = async (/** @type {boolean} */ hasHanging) => {
    const databaseUrl = await fresh();
    const { query, close } = await openDatabase(databaseUrl);
    await addWebhooks(query, healthyBots, ofHealthy, { types: 'quota.warning' });
    await prepareWarnings(query, healthyBots);
    for (const [at, sealed] of hasHanging ? ofHanging.entries() : []) {
      // Of every bot's 20 webhooks, 7, 7 and 6.
      const each = Math.floor((WEBHOOKS_EACH + KINDS.length - 1 - at) / KINDS.length);
      await addWebhooks(query, HANGING, sealed, { types: 'bot.enabled', each, health: 'new' });
    }
    const each = Math.ceil((WARM_UP_MS + measuredMs) / EVENT_EVERY_MS);
    const fromMs = Date.now();
    for (let from = HANGING.from; from < HANGING.to; from++) {
      const spreadMs = Math.round((EVENT_EVERY_MS * from) / HANGING.to);
      const due = { each, fromMs: fromMs + spreadMs, stepMs: EVENT_EVERY_MS };
      await addEvents(query, { from, to: from + 1 }, due);
    }
    await close();
    const { port, stop } = await productOn(databaseUrl, [], { WEBHOOK_ALLOW: ALLOWED });
    const pacer = await startPacer({ port, bots: healthyBots, perSecond: HEALTHY_PER_SECOND });
    await latencies(port, bots, wait(WARM_UP_MS));
    const end = wait(measuredMs);
    const all = await Promise.all(Array.from({ length: CONNECTIONS }, () => latencies(port, bots, end)));
    const { respondedAtMs } = await pacer.stop();
    for (const { botId, atMs } of await arrivalsAt([healthy], respondedAtMs.size))
      healthyMs = Math.max(healthyMs, atMs - (respondedAtMs.get(botId) ?? atMs));
    await stop();
    const begun = (await Promise.all(hanging.map((receiver) => receiver.arrivals()))).flat().length;
    if (hasHanging !== begun > 0) throw new Error(`${begun} requests hang.`);
    return quantile(all.flat(), 0.99);
  };

  const contenders = [
    { name: 'without', hasHanging: false, ms: /** @type {number[]} */ ([]) },
    { name: 'again', hasHanging: false, ms: /** @type {number[]} */ ([]) },
    { name: 'with', hasHanging: true, ms: /** @type {number[]} */ ([]) },
  ];
  for (let round = 0; round < rounds; round++) {
    for (const { hasHanging, ms } of inOrder(contenders, round)) ms.push(await measure(hasHanging));
  }
  for (const receiver of [healthy, ...hanging]) receiver.stop();
  const [without = [], again = [], withHanging = []] = contenders.map(({ ms }) => ms);
  return { without, again, withHanging, healthyMs };
}
