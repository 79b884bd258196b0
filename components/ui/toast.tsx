'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import type { ToastCall } from './sonner';

const NONE: readonly ToastCall[] = [];
let calls = NONE;
const listeners = new Set<() => void>();

const show =
  (kind: ToastCall[0]) =>
  (title: string, options: ToastCall[2] = {}): void => {
    calls = [...calls, [kind, title, options]];
    for (const listener of listeners) listener();
  };

/** Shows a short confirmation. A message that needs an action belongs on the page instead. */
export const toast = { success: show('success'), error: show('error') } as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const Sonner = dynamic(
  () =>
    import('./sonner').then(
      (file) => file.Sonner,
      () => () => null,
    ),
  { ssr: false },
);

/** Shows toasts; used once, in the layout. The library is loaded with the first toast, because most pages have none (10 kB). */
export function Toaster() {
  const all = useSyncExternalStore(
    subscribe,
    () => calls,
    () => NONE,
  );
  return all.length > 0 ? <Sonner calls={all} /> : null;
}
