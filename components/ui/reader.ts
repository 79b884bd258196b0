'use client';

import { createContext, use, useSyncExternalStore } from 'react';

/** Pages are English for everyone; times are in the reader's zone. */
export type Reader = { readonly timeZone: string };

export const SERVER_READER: Reader = { timeZone: 'UTC' };

/** The reader of the first HTML: in the zone that the person chose under Account, else in UTC. */
export const FirstReader = createContext(SERVER_READER);

/** That of the browser; `null` until it is known. */
let reader: Reader | null = null;
let isScheduled = false;
const listeners = new Set<() => void>();

/** Reads the browser's zone once the page is hydrated: the first use of Intl takes 15 ms and more. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isScheduled) whenIdle(read);
  isScheduled = true;
  return () => listeners.delete(listener);
}

function read(): void {
  reader = { timeZone: chosenZone() ?? ownZone() };
  for (const listener of listeners) listener();
}

/** Safari has no idle callbacks. */
const whenIdle = (run: () => void): void =>
  void ('requestIdleCallback' in window
    ? window.requestIdleCallback(run, { timeout: 500 })
    : setTimeout(run, 1));

/** The browser's time zone; without Intl where clocks show UTC all year. */
function ownZone(): string {
  const offsets = [0, 6].map((month) => new Date(new Date().getFullYear(), month).getTimezoneOffset());
  const isUtc = offsets.every((offset) => offset === 0);
  return (
    (isUtc ? undefined : knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone)) ??
    SERVER_READER.timeZone
  );
}

/** The time zone that the person chose under Account (app-shell.tsx), if this browser knows it. */
function chosenZone(): string | undefined {
  const timeZone = document.getElementById('main')?.dataset.timeZone;
  return timeZone === SERVER_READER.timeZone ? timeZone : knownZone(timeZone);
}

/** The reader of the first HTML, for a person who chose a zone or none. */
export const firstReaderIn = (timeZone: string | null): Reader =>
  timeZone === null || timeZone === SERVER_READER.timeZone
    ? SERVER_READER
    : { timeZone: knownZone(timeZone) ?? SERVER_READER.timeZone };

/** The zone if Intl knows it: a browser may report one that it cannot use, such as `Etc/Unknown`. */
function knownZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const never = () => () => {};

/** The reader; that of the first HTML until the page is hydrated. */
export function useReader(): Reader {
  const first = use(FirstReader);
  return useSyncExternalStore(
    subscribe,
    () => reader ?? first,
    () => first,
  );
}

/** Whether the page is hydrated: `false` on the server and while hydrating. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
