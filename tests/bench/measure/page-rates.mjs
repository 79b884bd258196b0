import { HOST } from '../servers/process.mjs';

/** @typedef {{ own: number[], empty: number[] }} PageRates Pages per second, one value per round. */
/** @typedef {[port: number, path: string]} Page */

const CONNECTIONS = 8;
const COUNT = 400;

/**
 * Requests two pages in turns, each round in the other order; the first round compiles code and is not counted.
 * @param {Pick<import('../run.mjs').Run, 'driver' | 'rounds' | 'scale'> & { own: Page, empty: Page, cookie: string }} options
 * @returns {Promise<PageRates>}
 */
export async function pageRates({ driver, rounds, scale, own, empty, cookie }) {
  /** @type {PageRates} */
  const rates = { own: [], empty: [] };
  const pages = /** @type {const} */ ([
    ['own', own],
    ['empty', empty],
  ]);
  const count = Math.ceil(COUNT * Math.max(scale, 0.1));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [port, path]] of round % 2 === 0 ? pages : pages.toReversed()) {
      // As a browser asks, so that both are compressed.
      const page = `GET ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\nCookie: ${cookie}\r\n\r\n`;
      const options = { port, kind: /** @type {const} */ ('page'), page, from: 0, bots: 1 };
      const { elapsedMs } = await driver.run({ ...options, count, connections: CONNECTIONS });
      if (round > 0) rates[name].push((count / elapsedMs) * 1_000);
    }
  }
  return rates;
}
