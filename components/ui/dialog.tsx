'use client';

import './style-nonce';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import type { Elements } from './elements';
import { isFocusFree } from './overlay-root';

type DialogProps = {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Whether an outside click or Escape closes it; `false` for content that is shown only once. */
  isDismissible?: boolean;
  children: Elements;
};

const dont = (event: Event) => event.preventDefault();

/** What gets the focus back: the control that had it, or of a menu, which closes now, its button. */
function focusedControl(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  const control = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return control instanceof HTMLElement ? control : null;
}

/** A modal dialog. It takes the focus when it opens and returns it when it closes. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, description, onOpenChange, isDismissible = true, children }: DialogProps) {
  const [focusedBefore] = useState(focusedControl);
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isFocusFree()) focusedBefore?.focus();
          }}
          onPointerDownOutside={isDismissible ? undefined : dont}
          onEscapeKeyDown={isDismissible ? undefined : dont}
          className="appear fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded border bg-surface p-4 focus:outline-none sm:p-6"
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
              className="absolute top-3 right-3 inline-flex sm:top-5 sm:right-5 size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-inset hover:text-ink"
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
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
