import type { RequestListener } from 'node:http';

const PAGES_AT_ONCE = 2;
/** A page that takes longer waits for its client or for the database, and keeps no other from being drawn. */
const COUNTS_FOR_MS = 250;
/** Pages wait no longer than this for newcomers; five hundred are taken in that time. */
const NEWCOMERS_FIRST_MS = 50;

/**
 * Draws few pages at once, in the order in which they were asked for. One takes ten milliseconds and more of the event
 * loop, an API call a hundredth of that: calls that come meanwhile wait for few pages and not for all in the queue.
 * `accepted` tells how many connections were taken so far.
 */
export function queued(pages: RequestListener, accepted: () => number): RequestListener {
  const waiting: (() => void)[] = [];
  let running = 0;
  let isYielding = false;
  const beginMore = () => {
    if (isYielding || running >= PAGES_AT_ONCE || waiting.length === 0) return;
    isYielding = true;
    afterNewcomers(accepted, () => {
      isYielding = false;
      waiting.shift()?.();
      beginMore();
    });
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

/**
 * Node takes one new connection in each turn of the event loop. Two hundred that come at once would each wait for a
 * piece of a page, and a call behind them for them all; so they are taken first, while turns are short.
 */
function afterNewcomers(accepted: () => number, begin: () => void): void {
  const until = performance.now() + NEWCOMERS_FIRST_MS;
  let before: number | null = null;
  const look = () => {
    const now = accepted();
    if (now === before || performance.now() >= until) return begin();
    before = now;
    setImmediate(look);
  };
  // The first comes within this turn, all others a whole turn after the one before.
  setImmediate(look);
}
