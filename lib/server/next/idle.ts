import type { Server } from 'node:http';
import { performance } from 'node:perf_hooks';

const WINDOW_MS = 250;
/** Of a window; a page that is being rendered leaves less. */
const IDLE_SHARE_MIN = 0.5;

/**
 * Calls `onIdle` after each window in which the event loop had little to do although requests were being served: they wait for
 * the database. Not by how long a request takes: on a busy machine that is long for all of them.
 */
export function watchIdle(server: Server, onIdle: () => void): void {
  let serving = 0;
  let timer: NodeJS.Timeout | undefined;
  let before = performance.eventLoopUtilization();
  const check = () => {
    const now = performance.eventLoopUtilization();
    const { idle, active } = performance.eventLoopUtilization(now, before);
    before = now;
    if (idle > IDLE_SHARE_MIN * (idle + active)) onIdle();
  };
  server.on('request', (_, response) => {
    if (serving++ === 0) {
      before = performance.eventLoopUtilization();
      timer = setInterval(check, WINDOW_MS);
    }
    response.once('close', () => {
      if (--serving === 0) clearInterval(timer);
    });
  });
}
