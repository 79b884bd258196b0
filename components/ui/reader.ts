'use client';

import { useSyncExternalStore } from 'react';

/** The reader's language and time zone. The server does not know them and renders English and UTC. */
export type Reader = { readonly locale: string; readonly timeZone: string };

export const SERVER_READER: Reader = { locale: 'en', timeZone: 'UTC' };

let reader = SERVER_READER;
let isScheduled = false;
const listeners = new Set<() => void>();

/** Reads the browser's language and zone once the page is hydrated: the first use of Intl takes 15 ms and more. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isScheduled) whenIdle(read);
  isScheduled = true;
  return () => listeners.delete(listener);
}

function read(): void {
  const language = knownLanguage(navigator.language);
  // The same as 'en', for which numbers and times are written without Intl.
  const locale = language === 'en-US' ? 'en' : language;
  const timeZone = chosenZone() ?? ownZone();
  reader = { locale, timeZone };
  for (const listener of listeners) listener();
}

/** The browser's language if Intl knows it. On some systems it is `C`, `en-US@posix` or `en-US.UTF-8`, for which Intl throws. */
function knownLanguage(language: string | undefined): string {
  try {
    return (
      Intl.NumberFormat.supportedLocalesOf(language?.replace(/[.@].*$/, '') ?? [])[0] ?? SERVER_READER.locale
    );
  } catch {
    return SERVER_READER.locale;
  }
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

/** The zone if Intl knows it: a browser may report one that it cannot use, such as `Etc/Unknown`. */
function knownZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const never = () => () => {};

/** The reader's language and time zone; the server's until the page is hydrated. */
export const useReader = (): Reader =>
  useSyncExternalStore(
    subscribe,
    () => reader,
    () => SERVER_READER,
  );

/** Whether the page is hydrated: `false` on the server and while hydrating. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
