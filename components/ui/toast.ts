'use client';

/** What a toast says. */
export type ToastMessage = {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  readonly description?: string;
};

type More = { readonly description?: string };

let waiting: readonly ToastMessage[] = [];
const listeners = new Set<() => void>();

function say(kind: ToastMessage['kind'], text: string, more: More = {}): void {
  waiting = [...waiting, { kind, text, ...more }];
  for (const listener of listeners) listener();
}

/** Says in passing that something was done. What a person must act on belongs on the page, not here. */
export const toast = {
  success: (text: string, more?: More) => say('success', text, more),
  error: (text: string, more?: More) => say('error', text, more),
  info: (text: string, more?: More) => say('info', text, more),
};

/** For the toaster: what has not been shown yet; the same array until that changes. */
export const toastsWaiting = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ToastMessage[] => waiting,
  take(): readonly ToastMessage[] {
    const taken = waiting;
    waiting = [];
    for (const listener of listeners) listener();
    return taken;
  },
};
