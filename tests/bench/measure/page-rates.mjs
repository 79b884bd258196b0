import { HOST } from '../servers/process.mjs';

/**
 * @typedef {{ port: number, path: string, cookie?: string }} Page
 * @typedef {Record<string, number[]>} PageRates Pages per second by the name of the page, one value per round.
 */

const CONNECTIONS = 8;
const COUNT = 400;

/**
 * Requests pages in turns, each round in the other order; the first round compiles code and is not counted.
 * @param {Pick<import('../run.mjs').Run, 'driver' | 'rounds' | 'scale'> & { pages: Record<string, Page> }} options
 * @returns {Promise<PageRates>}
 */
export async function pageRates({ driver, rounds, scale, pages }) {
  /** @type {PageRates} */
  const rates = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  const inOrder = Object.entries(pages);
  const count = Math.ceil(COUNT * Math.max(scale, 0.05));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { port, path, cookie = '' }] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      // As a browser asks, so that all are compressed.
      const page = `GET ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\nCookie: ${cookie}\r\n\r\n`;
      const options = { port, kind: /** @type {const} */ ('page'), page, from: 0, bots: 1 };
      const { elapsedMs } = await driver.run({ ...options, count, connections: CONNECTIONS });
      if (round > 0) rates[name]?.push((count / elapsedMs) * 1_000);
    }
  }
  return rates;
}
