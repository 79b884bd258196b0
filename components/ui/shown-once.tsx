'use client';

import { useState } from 'react';
import { Button } from './button';
import { CodeBlock } from './code-block';
import { DialogActions } from './dialog';
import type { Elements } from './elements';
import { Notice } from './notice';

type ShownOnceProps = {
  /** What it is, in the middle of a sentence: "key". */
  noun: string;
  /** The accessible name of the secret: "API key". */
  label: string;
  secret: string;
  onClose: () => void;
  /** How it is used. */
  children: Elements;
};

/** A new secret, shown only once, with buttons to copy it and to close. */
export function ShownOnce({ noun, label, secret, onClose, children }: ShownOnceProps) {
  const [isCopyRefused, setIsCopyRefused] = useState(false);

  // Browsers refuse the clipboard to pages without https, except on localhost.
  async function copyAndClose() {
    try {
      await navigator.clipboard.writeText(secret);
      onClose();
    } catch {
      setIsCopyRefused(true);
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone="warning">
        This is the only time that the <span>{noun}</span> is shown. Copy it now.
      </Notice>
      <CodeBlock label={label} code={secret} />
      {children}
      {isCopyRefused && (
        <Notice tone="critical">
          The browser does not allow copying here: select the <span>{noun}</span> and copy it yourself.
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" autoFocus onClick={() => void copyAndClose()}>
          {`Copy ${noun} and close`}
        </Button>
      </DialogActions>
    </div>
  );
}
