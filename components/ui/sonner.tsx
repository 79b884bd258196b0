'use client';

import './style-nonce';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';

/** The content of a toast. */
export type ToastMessage = {
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly description?: string;
};

/** Draws the toasts; each message that is added to `messages` becomes one. */
export function Sonner({ messages }: { messages: readonly ToastMessage[] }) {
  const shown = useRef(0);
  // Runs after the effects of the child component, which is subscribed by then.
  useEffect(() => {
    for (const { kind, text, ...more } of messages.slice(shown.current)) toast[kind](text, more);
    shown.current = messages.length;
  }, [messages]);
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
            'flex w-full items-start gap-2 rounded border border-line-strong bg-surface p-3 font-sans text-ink text-sm',
          icon: 'mt-0.5 shrink-0',
          title: 'break-words',
          description: 'break-words text-muted',
        },
      }}
    />
  );
}
