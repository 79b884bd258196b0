import { Connection } from './connection.mjs';
import { requestOf } from './requests.mjs';

/** One call in so many is a report, of a bot that has not reported yet; the others are usage reads. */
export const CALLS_PER_REPORT = 4;

/**
 * @typedef {object} PacedOptions
 * @property {string} host
 * @property {number} port
 * @property {number} from Number of the first call.
 * @property {number} perSecond
 * @property {number} forMs
 * @property {number} connections
 * @property {number} bots
 *
 * @typedef {{ latencies: number[], refused: number }} PacedResult In ms; `refused` are responses other than 200.
 */

/**
 * Sends calls at a constant rate, whether or not earlier ones have got their responses. A latency counts from the moment
 * at which its call was due, so that a pause of the server shows in all calls that it delays.
 * @param {PacedOptions} options @returns {Promise<PacedResult>}
 */
export async function paced({ host, port, from, perSecond, forMs, connections, bots }) {
  const free = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port)));
  const all = [...free];
  /** @type {{ request: Buffer, dueAt: number }[]} */
  const waiting = [];
  /** @type {number[]} */
  const latencies = [];
  let refused = 0;
  const send = (/** @type {Connection} */ connection) => {
    const next = waiting.shift();
    if (next === undefined) {
      free.push(connection);
      return;
    }
    connection.send(next.request, (status) => {
      latencies.push(performance.now() - next.dueAt);
      if (status !== 200) refused++;
      send(connection);
    });
  };
  const count = Math.floor((perSecond * forMs) / 1_000);
  const startedAt = performance.now();
  for (let call = 0; call < count; ) {
    const dueAt = performance.now();
    for (; call < Math.min(count, ((dueAt - startedAt) * perSecond) / 1_000); call++) {
      const number = from + call;
      const isReport = number % CALLS_PER_REPORT === 0;
      const request = isReport
        ? requestOf('report', number / CALLS_PER_REPORT, bots)
        : requestOf('usage', number, bots);
      waiting.push({ request, dueAt });
      const connection = free.pop();
      if (connection !== undefined) send(connection);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (latencies.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  for (const connection of all) connection.close();
  return { latencies, refused };
}
