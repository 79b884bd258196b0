'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-view';
import { dialogNotLoaded } from './not-loaded';

const DialogView = dynamic<DialogProps>(
  () => import('./dialog-view').then((file) => file.DialogView, dialogNotLoaded),
  { ssr: false },
);

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
