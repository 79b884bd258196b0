import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BENCH, HOST } from '../servers/process.mjs';

/** The load generator, in a process of its own. */
export class Driver {
  #child = fork(join(BENCH, 'load', 'generator.mjs'));

  /**
   * Sends `count` calls and waits for all answers; throws unless every one is 200.
   * @param {Omit<import('./generator.mjs').Order, 'host'>} order
   * @returns {Promise<import('./generator.mjs').Seen>}
   */
  async run(order) {
    this.#child.send({ host: HOST, ...order });
    const [seen] = await once(this.#child, 'message');
    if (seen.refused > 0)
      throw new Error(`${seen.refused} of ${order.count} ${order.kind} calls were not answered 200.`);
    return seen;
  }

  close() {
    this.#child.disconnect();
  }
}
