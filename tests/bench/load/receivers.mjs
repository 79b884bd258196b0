import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BENCH, HOST } from '../servers/process.mjs';

/** @typedef {{ botId: string, atMs: number }} Arrival */

/**
 * Starts a receiver of webhooks in a process of its own.
 * @param {'prompt' | 'hang' | 'drip' | 'flood'} kind @param {'http' | 'https'} scheme
 */
export async function startReceiver(kind, scheme = 'http') {
  const child = fork(join(BENCH, 'servers', 'receiver.mjs'), [kind, scheme]);
  const [port] = await once(child, 'message');
  return {
    url: `${scheme}://${HOST}:${port}/`,
    /** What has arrived since the last time. @returns {Promise<Arrival[]>} */
    async arrivals() {
      child.send('ask');
      const [arrivals] = await once(child, 'message');
      return arrivals;
    },
    stop: () => child.disconnect(),
  };
}

/** @typedef {Awaited<ReturnType<typeof startReceiver>>} Receiver */

const POLL_MS = 100;
const QUIET_MAX_MS = 30_000;

/** Waits until so many webhooks have arrived. @param {readonly Receiver[]} receivers @param {number} count */
export async function arrivalsAt(receivers, count) {
  /** @type {Arrival[]} */
  const all = [];
  let lastAt = performance.now();
  while (all.length < count) {
    const some = (await Promise.all(receivers.map((receiver) => receiver.arrivals()))).flat();
    if (some.length > 0) lastAt = performance.now();
    all.push(...some);
    if (performance.now() - lastAt > QUIET_MAX_MS) throw new Error(`${all.length} of ${count} arrived.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return all;
}
