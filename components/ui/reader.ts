'use client';

import { useSyncExternalStore } from 'react';

/** Whose eyes a page is for. The server does not know, and writes English in UTC; the browser then puts its own. */
export type Reader = { readonly locale: string; readonly timeZone: string };

export const SERVER_READER: Reader = { locale: 'en', timeZone: 'UTC' };

let browserReader: Reader | undefined;

function readBrowser(): Reader {
  browserReader ??= {
    locale: navigator.language || SERVER_READER.locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || SERVER_READER.timeZone,
  };
  return browserReader;
}

const never = () => () => {};

/** The reader's language and time zone; the server's on the first pass, so that hydration matches. */
export const useReader = (): Reader => useSyncExternalStore(never, readBrowser, () => SERVER_READER);

/** Whether scripts run and the page is the browser's: false on the server and while hydrating. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
