import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BENCH, HOST } from '../servers/process.mjs';

/** Starts a receiver of webhooks in a process of its own. */
export async function startReceiver() {
  const child = fork(join(BENCH, 'servers', 'receiver.mjs'));
  const [port] = await once(child, 'message');
  return {
    url: `http://${HOST}:${port}/`,
    /** How many have arrived since the last time. @returns {Promise<number>} */
    async arrivals() {
      child.send('ask');
      const [arrivals] = await once(child, 'message');
      return arrivals;
    },
    stop: () => child.disconnect(),
  };
}
