'use client';

const waiting: (() => void)[] = [];

/** Safari has no `requestIdleCallback`; there a pause lets it respond and paint. */
function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 1_000 });
  else setTimeout(callback, 50);
}

function runNext(): void {
  const [first] = waiting;
  first?.();
  waiting.shift();
  if (waiting.length > 0) whenIdle(runNext);
}

/** Runs costly callbacks one by one, each when the browser is idle: together they would block it for long. */
export function inTurn(callback: () => void): void {
  waiting.push(callback);
  if (waiting.length === 1) whenIdle(runNext);
}
