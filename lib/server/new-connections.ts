/** Enough time to accept about 500 connections. */
const WAIT_MAX_MS = 50;

/**
 * Calls `begin` once the pending connections have been accepted. Node accepts one per turn of the event loop:
 * rendering pages in between would delay two hundred new connections, and any API call behind them, by a page render
 * each. `accepted` returns the number accepted so far.
 */
export function afterNewConnections(accepted: () => number, begin: () => void): void {
  const until = performance.now() + WAIT_MAX_MS;
  let before: number | null = null;
  const check = () => {
    const now = accepted();
    if (now === before || performance.now() >= until) return begin();
    before = now;
    setImmediate(check);
  };
  // The first connection arrives within this turn, each further one a whole turn later.
  setImmediate(check);
}
