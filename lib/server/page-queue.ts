import type { RequestListener } from 'node:http';

const PAGES_AT_ONCE = 2;
/** A page that takes longer waits for its client or for the database, and keeps no other from being drawn. */
const COUNTS_FOR_MS = 250;

/**
 * Draws few pages at once, in the order in which they were asked for. One takes ten milliseconds and more of the event
 * loop, an API call a hundredth of that: calls that come meanwhile wait for few pages and not for all in the queue.
 */
export function queued(pages: RequestListener): RequestListener {
  const waiting: (() => void)[] = [];
  let running = 0;
  const beginMore = () => {
    while (running < PAGES_AT_ONCE && waiting.length > 0) waiting.shift()?.();
  };
  return (request, response) => {
    waiting.push(() => {
      // No one is there any more for whom to draw it.
      if (request.socket.destroyed) return;
      running++;
      const end = () => {
        clearTimeout(timer);
        response.off('close', end);
        running--;
        beginMore();
      };
      const timer = setTimeout(end, COUNTS_FOR_MS);
      response.once('close', end);
      pages(request, response);
    });
    beginMore();
  };
}
