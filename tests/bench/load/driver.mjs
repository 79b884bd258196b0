import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BENCH, HOST } from '../servers/process.mjs';

/** The load generator, in a process of its own. */
export class Driver {
  #child = fork(join(BENCH, 'load', 'generator.mjs'));

  /**
   * Sends `count` calls and waits for all responses; throws unless every one is 200.
   * @param {Omit<import('./generator.mjs').LoadOptions, 'host'>} options
   * @returns {Promise<import('./generator.mjs').LoadResult>}
   */
  async run(options) {
    this.#child.send({ host: HOST, ...options });
    const [result] = await once(this.#child, 'message');
    if (result.refused > 0)
      throw new Error(`${result.refused} of ${options.count} ${options.kind} calls did not get 200.`);
    return result;
  }

  /**
   * Sends calls at a constant rate; throws unless every one gets 200.
   * @param {Omit<import('./paced.mjs').PacedOptions, 'host'>} options
   * @returns {Promise<number[]>} their latencies in ms
   */
  async paced(options) {
    this.#child.send({ host: HOST, ...options });
    const [{ latencies, refused }] = await once(this.#child, 'message');
    if (refused > 0) throw new Error(`${refused} of ${latencies.length} calls did not get 200.`);
    return latencies;
  }

  close() {
    this.#child.disconnect();
  }
}
