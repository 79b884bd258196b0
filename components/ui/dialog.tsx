'use client';

import './style-nonce';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';

type DialogProps = {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What opens it, if it is opened by a button of its own. */
  trigger?: ReactNode;
  /** Whether a click beside it or Escape closes it; `false` for what is shown only once. */
  isDismissible?: boolean;
  children: ReactNode;
};

const dont = (event: Event) => event.preventDefault();

/** A modal dialog. The focus goes in when it opens and back to the trigger when it closes. */
export function Dialog({
  title,
  description,
  isOpen,
  onOpenChange,
  trigger,
  isDismissible = true,
  children,
}: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onPointerDownOutside={isDismissible ? undefined : dont}
          onEscapeKeyDown={isDismissible ? undefined : dont}
          className="appear fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded border bg-surface p-4 focus:outline-none sm:p-6"
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title className="break-words font-semibold text-base">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 break-words text-muted text-sm">
                  {description}
                </Radix.Description>
              )}
            </div>
            {isDismissible && (
              <Radix.Close
                aria-label="Close"
                className="-mt-1 -mr-1 inline-flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-inset hover:text-ink"
              >
                <X className="size-4" aria-hidden="true" />
              </Radix.Close>
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons at the end of a dialog; the one that acts comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
