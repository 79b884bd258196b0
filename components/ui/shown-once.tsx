'use client';

import { useState } from 'react';
import { Button } from './button';
import { CodeBlock } from './code-block';
import { Dialog, DialogFooter } from './dialog';
import type { Elements } from './elements';
import { Notice } from './notice';

type ShownOnceProps = {
  title: string;
  /** What it is, in the middle of a sentence: "key". */
  noun: string;
  /** The accessible name of the secret: "API key". */
  label: string;
  /** `null` if there is none, only what is to be done with what was made. */
  secret: string | null;
  /** Why it is to be copied now, if not because it is shown only once. */
  notice?: Elements;
  onClose: () => void;
  /** How it is used. */
  children: Elements;
};

/**
 * A dialog with a new secret, shown only once: nothing but its buttons closes it. It is drawn by what stays on the page, not
 * by a row, which may go while it is open.
 */
export function ShownOnce({ title, noun, label, secret, notice, onClose, children }: ShownOnceProps) {
  const [isCopyRefused, setIsCopyRefused] = useState(false);

  // Browsers refuse the clipboard to pages without https, except on localhost.
  async function copyAndClose(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      onClose();
    } catch {
      setIsCopyRefused(true);
    }
  }

  return (
    <Dialog title={title} isDismissible={false} onClose={onClose}>
      <div className="flex min-w-0 flex-col gap-4">
        {secret !== null && (
          <>
            {notice ?? (
              <Notice tone="warning">
                This is the only time that the <span>{noun}</span> is shown. Copy it now.
              </Notice>
            )}
            <CodeBlock label={label} code={secret} />
          </>
        )}
        {children}
        {isCopyRefused && (
          <Notice tone="critical">
            The browser does not allow copying here: select the <span>{noun}</span> and copy it yourself.
          </Notice>
        )}
        <DialogFooter>
          {secret === null ? (
            <Button variant="primary" autoFocus onClick={onClose}>
              Done
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>Done</Button>
              <Button variant="primary" autoFocus onClick={() => void copyAndClose(secret)}>
                {`Copy ${noun} and close`}
              </Button>
            </>
          )}
        </DialogFooter>
      </div>
    </Dialog>
  );
}
