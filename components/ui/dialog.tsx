'use client';

import './style-nonce';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';
import { isFocusFree, keepWayBack, wayBack } from './focus';

export type DialogProps = {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** Whether an outside click or Escape closes it; `false` for content that is shown only once. */
  isDismissible?: boolean;
  children: Elements;
};

const dont = (event: Event) => event.preventDefault();

/** A modal dialog, open while it is drawn. It takes the focus when it opens and gives it back when it closes. */
export function Dialog({ title, description, onClose, isDismissible = true, children }: DialogProps) {
  const [back] = useState(() => wayBack());
  // One that replaces another does not fade in: the page would flash.
  const [isNext] = useState(() => document.querySelector('[role="dialog"]') !== null);
  const appear = !isNext && 'appear';
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={cn('fixed inset-0 z-40 bg-scrim', appear)} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          ref={(content) => {
            if (content !== null) keepWayBack(content, back);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isFocusFree()) back();
          }}
          onPointerDownOutside={isDismissible ? undefined : dont}
          onEscapeKeyDown={isDismissible ? undefined : dont}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-110 -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded-dialog border bg-surface p-4 shadow-float focus:outline-none sm:p-5 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-none max-md:translate-y-0 max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0',
            appear,
          )}
        >
          <div className="mb-4 min-w-0 pr-10">
            <Radix.Title className="break-words font-semibold text-base">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1 break-words text-muted text-sm">
                {description}
              </Radix.Description>
            )}
          </div>
          {children}
          {/* Last, so that the focus begins at the first field. */}
          {isDismissible && (
            <Radix.Close
              aria-label="Close"
              className="absolute top-3 right-3 inline-flex sm:top-4 sm:right-4 size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
            >
              <X className="size-4" />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the end of a dialog; the primary action comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-4 sm:-mx-5 -mb-4 sm:-mb-5 mt-5 flex flex-wrap justify-end gap-2 rounded-b-[inherit] border-t bg-canvas px-4 py-3 sm:px-5 max-md:[&>*]:flex-1">
      {children}
    </div>
  );
}
