'use client';

import {
  focusManager,
  notifyManager,
  type UseSuspenseQueryOptions,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isOutdated, ReadError, type Tagged } from './fetch-json';

/** How often a query of an open page is read again, in ms; hidden tabs show their title and icon only. */
type Pace = { readonly seen: number; readonly hidden: number | false };

/** At most 18 requests a minute together. */
export const LIVE = {
  /** What a page is about. A report shows within 5 s and the time of a read. */
  page: { seen: 5_000, hidden: 60_000 },
  /** The bar of every page. */
  person: { seen: 20_000, hidden: 60_000 },
  /** A bot's head, later than its overview, which reads it too. */
  head: { seen: 10_000, hidden: 61_000 },
  list: { seen: 20_000, hidden: false },
  /** A week of many bots, whose points are hours apart. */
  chart: { seen: 300_000, hidden: false },
} as const satisfies Record<string, Pace>;

/** The view of a query that the page was rendered with, kept up to date while the page is open. */
export function useLive<View>(query: UseSuspenseQueryOptions<Tagged<View>>, { seen, hidden }: Pace) {
  const isSeen = useSyncExternalStore(
    (notify) => focusManager.subscribe(notify),
    () => focusManager.isFocused(),
    () => true,
  );
  return useSuspenseQuery({
    ...query,
    select: dataOf,
    // A tab that is seen again is read at once, even if its session was gone: it may be back.
    refetchOnWindowFocus: 'always',
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { error } }) => {
      const everyMs = isSeen ? seen : hidden;
      if (!(error instanceof ReadError) || everyMs === false) return everyMs;
      return !error.isGone && Math.max(everyMs, error.retryAfterMs);
    },
  });
}

/** Why what an open page shows may be out of date; `null` while its reads get their responses. */
export function useReadError(): Error | null {
  const queries = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (notify) => queries.subscribe(notifyManager.batchCalls(notify)),
    () =>
      queries
        .findAll({ type: 'active' })
        .map(({ state }) => state.error)
        .find(isOutdated) ?? null,
    () => null,
  );
}

const dataOf = <View>({ data }: Tagged<View>): View => data;
