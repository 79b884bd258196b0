import { HOST } from '../servers/process.mjs';
import { Connection } from './connection.mjs';
import { requestOf } from './requests.mjs';

/** Between a response and the next call, so that calls come at many moments of what runs beside them. */
export const BETWEEN_MS = 5;

/** The latencies, in ms, of usage reads of `bots`, one after another on one connection until `end`. */
export async function latencies(
  /** @type {number} */ port,
  /** @type {number} */ bots,
  /** @type {Promise<unknown>} */ end,
) {
  const state = { isOver: false };
  void end.finally(() => {
    state.isOver = true;
  });
  const connection = await Connection.open(HOST, port);
  const seen = [];
  for (let call = 0; !state.isOver; call++) {
    const startedAt = performance.now();
    const status = await new Promise((resolve) => connection.send(requestOf('usage', call, bots), resolve));
    if (status !== 200) throw new Error(`A usage read got ${status}.`);
    seen.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  connection.close();
  return seen;
}
