import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../../support/stats.mjs';
import { startPacer } from '../load/pacer.mjs';
import { arrivalsAt, startReceiver } from '../load/receivers.mjs';
import { addWebhooks, prepareWarnings } from '../seed/events.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { ALLOWED, sealWebhooks } from '../seed/seal-webhooks.mjs';
import { productOn } from '../servers/contenders.mjs';

/** Calls that cause an event, and in the other contenders just calls. */
const PER_SECOND = 115;
/** The same before what is measured, because Node compiles what delivers events only after a thousand of them. */
const WARM_UP = { perSecond: 300, ms: 4_000, bots: 1_500 };

/**
 * Two contenders without deliveries and one beside which every paced call causes an event that is delivered. The figures
 * of the deliveries are collected in `seen`.
 * @param {{ folder: string, fresh: () => Promise<string>, pacedBots: import('../seed/events.mjs').Range,
 *   scale: number }} options
 */
export async function besideDeliveries({ folder, fresh, pacedBots, scale }) {
  const receiver = await startReceiver('prompt');
  const [sealed] = await sealWebhooks(folder, [receiver.url]);
  if (sealed === undefined) throw new Error('There is no webhook.');
  /** @type {{ perSecond: number[], delaysMs: number[] }} */
  const seen = { perSecond: [], delaysMs: [] };

  const start = (/** @type {boolean} */ hasEvents) => async () => {
    const databaseUrl = await fresh();
    const { query, close } = await openDatabase(databaseUrl);
    await addWebhooks(query, pacedBots, sealed, { types: 'quota.warning' });
    if (hasEvents) await prepareWarnings(query, pacedBots);
    await close();
    const running = await productOn(databaseUrl, [], { WEBHOOK_ALLOW: ALLOWED });
    const { port } = running;
    const from = pacedBots.from + WARM_UP.bots;
    const { perSecond } = WARM_UP;
    const warmUp = await startPacer({ port, perSecond, bots: { from: pacedBots.from, to: from } });
    await wait(WARM_UP.ms * scale);
    const { respondedAtMs: warmed } = await warmUp.stop();
    if (hasEvents) await arrivalsAt([receiver], warmed.size);
    const pacer = await startPacer({ port, bots: { ...pacedBots, from }, perSecond: PER_SECOND });
    const stop = async () => {
      const { respondedAtMs, seconds } = await pacer.stop();
      const arrivals = hasEvents ? await arrivalsAt([receiver], respondedAtMs.size) : [];
      await running.stop();
      if (arrivals.length > 0) seen.perSecond.push(arrivals.length / seconds);
      for (const { botId, atMs } of arrivals) seen.delaysMs.push(atMs - (respondedAtMs.get(botId) ?? atMs));
    };
    return { ...running, stop };
  };
  return {
    contenders: [
      { name: WITHOUT, share: 1, start: start(false) },
      { name: WITHOUT_AGAIN, share: 1, start: start(false) },
      { name: BESIDE, share: 1, start: start(true) },
    ],
    perSecond: () => quantile(seen.perSecond, 0.5),
    delayMs: (/** @type {number} */ share) => quantile(seen.delaysMs, share),
    stop: () => receiver.stop(),
  };
}

export const WITHOUT = 'without deliveries';
export const WITHOUT_AGAIN = 'without, again';
export const BESIDE = 'beside deliveries';
