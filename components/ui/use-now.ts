'use client';

import { useMemo, useSyncExternalStore } from 'react';

/** One timer for all clocks of a page; it runs only while the page is visible. */
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

/** The server's clock, advanced by elapsed time in the browser: a wrong clock on the reader's side has no effect. */
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

/** The current time, updated every second. The first value is `serverNowMs`, so that hydration matches. */
export const useNow = (serverNowMs: number): number => useOfNow(serverNowMs, itself);

/** A text that depends on the current time; its user is drawn anew only when the text changes. */
export const useNowText = (serverNowMs: number, textAt: (nowMs: number) => string): string =>
  useOfNow(serverNowMs, textAt);

const itself = (nowMs: number) => nowMs;

function useOfNow<Value extends string | number>(serverNowMs: number, of: (nowMs: number) => Value): Value {
  const clock = useMemo(() => clockFrom(serverNowMs), [serverNowMs]);
  return useSyncExternalStore(
    clock.subscribe,
    () => of(clock.read()),
    () => of(clock.readOnServer()),
  );
}
