import { createServer } from 'node:net';

/**
 * Above 10 080, the last port that fetch and browsers refuse to connect to, and below the ports of outgoing connections
 * (32 768 on Linux), one of which could take the port before it is used.
 */
const [FIRST, COUNT] = [10_081, 22_000];

/**
 * A port of 127.0.0.1 that nothing listens on.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

/** @returns {Promise<boolean>} */
const isFree = (/** @type {number} */ port) =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => probe.close(() => resolve(true)))
      .listen(port, '127.0.0.1');
  });
