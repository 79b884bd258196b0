'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-view';

const DialogView = dynamic(() => import('./dialog-view').then((module) => module.DialogView), { ssr: false });

/**
 * A modal dialog. The focus goes in when it opens and back to what had it when it closes. Its library is loaded when
 * the first one opens.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <DialogView {...props} /> : null;
}

/** The row of buttons at the end of a dialog; the one that acts comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
