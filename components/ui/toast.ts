'use client';

/** The content of a toast. */
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

/** Shows a short confirmation. A message that needs an action belongs on the page instead. */
export const toast = {
  success: (text: string, more?: More) => say('success', text, more),
  error: (text: string, more?: More) => say('error', text, more),
  info: (text: string, more?: More) => say('info', text, more),
};

/** The toasts not shown yet, for the toaster; the same array until they change. */
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
