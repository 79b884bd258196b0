'use client';

import { useMemo, useSyncExternalStore } from 'react';

/** All clocks of a page tick together, on one timer that runs only while someone looks. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The server's clock, carried on by the browser's: a wrong clock on the reader's side changes nothing. */
function clockFrom(serverNowMs: number) {
  const startedAtMs = Date.now();
  let nowMs = serverNowMs;
  return {
    read: () => nowMs,
    readOnServer: () => serverNowMs,
    subscribe: (notify: () => void) =>
      onTick(() => {
        nowMs = serverNowMs + Math.max(0, Date.now() - startedAtMs);
        notify();
      }),
  };
}

/** The time now, each second anew. The first value is `serverNowMs` on the server and in the browser alike. */
export function useNow(serverNowMs: number): number {
  const clock = useMemo(() => clockFrom(serverNowMs), [serverNowMs]);
  return useSyncExternalStore(clock.subscribe, clock.read, clock.readOnServer);
}
