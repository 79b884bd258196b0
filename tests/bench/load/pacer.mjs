import { setTimeout as wait } from 'node:timers/promises';
import { idOf } from '../seed/bots.mjs';
import { HOST } from '../servers/process.mjs';
import { Connection } from './connection.mjs';
import { requestOfBot } from './requests.mjs';

const CONNECTIONS = 8;

/**
 * Makes usage reads at even intervals, each of the next bot, until `stop`, which returns when each was responded to.
 * @param {{ port: number, bots: import('../seed/events.mjs').Range, perSecond: number }} options
 */
export async function startPacer({ port, bots, perSecond }) {
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(HOST, port)));
  /** @type {Map<string, number>} */
  const respondedAtMs = new Map();
  const startedAt = performance.now();
  let next = bots.from;
  let isStopped = false;
  const work = async (/** @type {Connection} */ connection) => {
    while (!isStopped) {
      const bot = next++;
      if (bot >= bots.to) throw new Error('There are too few bots for this time.');
      const dueMs = ((bot - bots.from) / perSecond) * 1_000 - (performance.now() - startedAt);
      if (dueMs > 0) await wait(dueMs);
      if (isStopped) break;
      const status = await new Promise((resolve) => connection.send(requestOfBot('usage', bot), resolve));
      if (status !== 200) throw new Error(`A paced call got ${status}.`);
      respondedAtMs.set(idOf(bot), Date.now());
    }
    connection.close();
  };
  const ends = Promise.all(open.map(work));
  return {
    /** @returns {Promise<{ respondedAtMs: Map<string, number>, seconds: number }>} */
    async stop() {
      isStopped = true;
      const seconds = (performance.now() - startedAt) / 1_000;
      await ends;
      return { respondedAtMs, seconds };
    },
  };
}
