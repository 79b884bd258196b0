'use client';

import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-view';
import { loadable } from './loadable';
import { Notice } from './notice';
import { ReloadButton } from './reload-button';

const DialogView = loadable(async () => (await import('./dialog-view')).DialogView, {
  failed: (
    <Notice tone="critical" className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md text-left">
      This could not be loaded: there is no connection, or Botmeter was updated. Then <ReloadButton />; what
      you entered is kept, except passwords.
    </Notice>
  ),
});

/**
 * A modal dialog. It takes the focus when it opens and returns it when it closes. Its library is loaded when the first
 * dialog opens.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <DialogView {...props} /> : null;
}

/** The buttons at the end of a dialog; the primary action comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
