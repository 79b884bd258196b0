'use client';

import './style-nonce';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { pendingToasts } from './toast';

/** Draws the toasts. */
export function ToasterView() {
  // Runs after the effects of the child component, which is subscribed by then.
  useEffect(() => {
    const show = () => {
      if (pendingToasts.read().length === 0) return;
      for (const { kind, text, ...more } of pendingToasts.take()) toast[kind](text, more);
    };
    show();
    return pendingToasts.subscribe(show);
  }, []);
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      icons={{
        success: <CircleCheck className="size-4 text-healthy" />,
        error: <CircleAlert className="size-4 text-critical" />,
        info: <Info className="size-4 text-muted" />,
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
