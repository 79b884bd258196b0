'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import type { ToastMessage } from './sonner';

const NONE: readonly ToastMessage[] = [];
let messages = NONE;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a short confirmation. A message that needs an action belongs on the page instead. */
export function toast(message: ToastMessage): void {
  messages = [...messages, message];
  for (const listener of listeners) listener();
}

const Sonner = dynamic(
  () =>
    import('./sonner').then(
      (file) => file.Sonner,
      () => () => null,
    ),
  { ssr: false },
);

/** Shows toasts; used once, in the layout. Its library is loaded with the first toast, because most pages have none. */
export function Toaster() {
  const all = useSyncExternalStore(
    subscribe,
    () => messages,
    () => NONE,
  );
  return all.length > 0 ? <Sonner messages={all} /> : null;
}
