'use client';

/** The content of a toast. */
export type ToastMessage = {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  readonly description?: string;
};

type Options = { readonly description?: string };

let pending: readonly ToastMessage[] = [];
const listeners = new Set<() => void>();

function show(kind: ToastMessage['kind'], text: string, options: Options = {}): void {
  pending = [...pending, { kind, text, ...options }];
  for (const listener of listeners) listener();
}

/** Shows a short confirmation. A message that needs an action belongs on the page instead. */
export const toast = {
  success: (text: string, options?: Options) => show('success', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
  info: (text: string, options?: Options) => show('info', text, options),
};

/** The toasts not shown yet, for the toaster; the same array until they change. */
export const pendingToasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ToastMessage[] => pending,
  take(): readonly ToastMessage[] {
    const taken = pending;
    pending = [];
    for (const listener of listeners) listener();
    return taken;
  },
};
