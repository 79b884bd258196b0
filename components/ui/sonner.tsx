'use client';

import './style-nonce';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';

/** A toast that was asked for: `toast[kind](title, options)`. */
export type ToastCall = readonly [
  kind: 'success' | 'error',
  title: string,
  options: { readonly description?: string },
];

/** Draws the toasts; each call that is added becomes one. */
export function Sonner({ calls }: { calls: readonly ToastCall[] }) {
  const shown = useRef(0);
  // Runs after the effects of the child component, which is subscribed by then.
  useEffect(() => {
    for (const [kind, title, options] of calls.slice(shown.current)) toast[kind](title, options);
    shown.current = calls.length;
  }, [calls]);
  return (
    <Toaster
      position="bottom-right"
      gap={8}
      icons={{
        success: <CircleCheck className="size-4 text-healthy" />,
        error: <CircleAlert className="size-4 text-critical" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2 rounded border bg-surface p-3 shadow-float font-sans text-ink text-sm',
          icon: 'mt-0.5 shrink-0',
          title: 'break-words',
          description: 'break-words text-muted',
        },
      }}
    />
  );
}
