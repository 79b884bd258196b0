import { Connection } from './connection.mjs';
import { paced } from './paced.mjs';
import { requestOf } from './requests.mjs';

/**
 * The process of the load generator: runs one load at a time. Requests are built before the measured time starts.
 *
 * @typedef {object} LoadOptions
 * @property {string} host
 * @property {number} port
 * @property {import('./requests.mjs').Kind} kind
 * @property {number} from Number of the first call.
 * @property {number} count
 * @property {number} connections
 * @property {number} bots
 *
 * @typedef {object} LoadResult
 * @property {number} elapsedMs
 * @property {number} refused Responses other than 200.
 * @property {number} busy The share of one core that this process used.
 */

process.on('message', async (/** @type {LoadOptions | import('./paced.mjs').PacedOptions} */ options) => {
  process.send?.(await ('perSecond' in options ? paced(options) : run(options)));
});
process.on('disconnect', () => process.exit(0));

/** @returns {Promise<LoadResult>} */
async function run(/** @type {LoadOptions} */ { host, port, kind, from, count, connections, bots }) {
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

/** Each connection sends its next request as soon as it has a response. @returns {Promise<number>} */
function sendAll(/** @type {Connection[]} */ open, /** @type {Buffer[]} */ requests) {
  return new Promise((resolve) => {
    let sent = 0;
    let received = 0;
    let refused = 0;
    const next = (/** @type {Connection} */ connection) => {
      const request = requests[sent++];
      if (request === undefined) return;
      connection.send(request, (status) => {
        received++;
        if (status !== 200) refused++;
        if (received === requests.length) resolve(refused);
        else next(connection);
      });
    };
    for (const connection of open) next(connection);
  });
}
