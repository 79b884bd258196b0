'use client';

import { useSyncExternalStore } from 'react';

/** The reader's language and time zone. The server does not know them and renders English and UTC. */
export type Reader = { readonly locale: string; readonly timeZone: string };

export const SERVER_READER: Reader = { locale: 'en', timeZone: 'UTC' };

let browserReader: Reader | undefined;

function readBrowser(): Reader {
  browserReader ??= {
    locale: navigator.language || SERVER_READER.locale,
    timeZone: chosenZone() ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || SERVER_READER.timeZone),
  };
  return browserReader;
}

/** The time zone that the person chose under Account (app-shell.tsx), if this browser knows it. */
function chosenZone(): string | undefined {
  const timeZone = document.getElementById('main')?.dataset.timeZone;
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const never = () => () => {};

/** The reader's language and time zone; the server's in the first render, so that hydration matches. */
export const useReader = (): Reader => useSyncExternalStore(never, readBrowser, () => SERVER_READER);

/** Whether the page is hydrated: `false` on the server and while hydrating. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
