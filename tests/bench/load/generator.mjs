import { Connection } from './connection.mjs';
import { requestOf } from './requests.mjs';

/**
 * The load generator's process. Takes one order at a time and answers with what it saw; requests are made before the
 * clock starts.
 *
 * @typedef {object} Order
 * @property {string} host
 * @property {number} port
 * @property {import('./requests.mjs').Kind} kind
 * @property {number} from Number of the first call.
 * @property {number} count
 * @property {number} connections
 * @property {number} bots
 *
 * @typedef {object} Seen
 * @property {number} elapsedMs
 * @property {number} refused Answers other than 200.
 * @property {number} busy The share of the time in which this process was at work, of one core.
 */

process.on('message', async (/** @type {Order} */ order) => {
  process.send?.(await run(order));
});
process.on('disconnect', () => process.exit(0));

/** @returns {Promise<Seen>} */
async function run(/** @type {Order} */ { host, port, kind, from, count, connections, bots }) {
  const requests = Array.from({ length: count }, (_, i) => requestOf(kind, from + i, bots));
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(host, port)));
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const refused = await sendAll(open, requests);
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of open) connection.close();
  return { elapsedMs, refused, busy: (user + system) / 1_000 / elapsedMs };
}

/** Each connection sends the next request as soon as its last one is answered. @returns {Promise<number>} */
function sendAll(/** @type {Connection[]} */ open, /** @type {Buffer[]} */ requests) {
  return new Promise((resolve) => {
    let sent = 0;
    let answered = 0;
    let refused = 0;
    const next = (/** @type {Connection} */ connection) => {
      const request = requests[sent++];
      if (request === undefined) return;
      connection.send(request, (status) => {
        answered++;
        if (status !== 200) refused++;
        if (answered === requests.length) resolve(refused);
        else next(connection);
      });
    };
    for (const connection of open) next(connection);
  });
}
