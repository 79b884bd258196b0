'use client';

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Parts, Versioned } from '@/lib/contract/parts';
import type { UnreadView } from '@/lib/contract/unread-view';
import { liveRead } from '@/lib/queries/live-read';
import { keepUnread, readsUnread } from '@/lib/queries/unread';

/** The view of an open page, read again every few seconds. `first` is what the server rendered. */
export function useLive<Rest, Block extends object, View extends UnreadView>(
  path: string,
  first: Versioned<Parts<Rest, Block>>,
  viewOf: (parts: Parts<Rest, Block>) => View,
) {
  const read = useMemo(() => liveRead(path, first), [path, first]);
  const { parts, error } = useSyncExternalStore(read.subscribe, read.state, read.state);
  const view = useMemo(() => viewOf(parts), [viewOf, parts]);
  useEffect(() => keepUnread(view), [view]);
  useEffect(readsUnread, []);
  return { view, error, refresh: read.refresh };
}
