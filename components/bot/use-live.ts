'use client';

import { useMemo, useSyncExternalStore } from 'react';
import type { Parts, Versioned } from '@/lib/contract/parts';
import { liveRead } from '@/lib/queries/live-read';

/** The view of an open page, read again every few seconds. `first` is what the server rendered. */
export function useLive<Rest, Block extends object, View>(
  path: string,
  first: Versioned<Parts<Rest, Block>>,
  viewOf: (parts: Parts<Rest, Block>) => View,
) {
  const read = useMemo(() => liveRead(path, first), [path, first]);
  const { parts, error } = useSyncExternalStore(read.subscribe, read.state, read.state);
  const view = useMemo(() => viewOf(parts), [viewOf, parts]);
  return { view, error, refresh: read.refresh };
}
