'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { DialogActions } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { OriginCode } from '@/components/ui/origin-code';
import { usageCurl } from '@/lib/view/curl';

type Props = {
  apiKey: string;
  /** The service's own origin, or ANY_ORIGIN. */
  origin: string;
  onClose: () => void;
};

/** A new key, shown only once, with a command that shows that it works. */
export function ShownKey({ apiKey, origin, onClose }: Props) {
  const [isCopyRefused, setIsCopyRefused] = useState(false);

  // Browsers refuse the clipboard to pages without https, except on localhost.
  async function copyAndClose() {
    try {
      await navigator.clipboard.writeText(apiKey);
      onClose();
    } catch {
      setIsCopyRefused(true);
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone="warning">This is the only time that the key is shown. Copy it now.</Notice>
      <CodeBlock label="API key" code={apiKey} />
      <div className="min-w-0">
        <p className="mb-1 font-medium">Check that it works</p>
        <OriginCode label="Read the usage with curl" code={usageCurl(origin, apiKey)} />
      </div>
      {isCopyRefused && (
        <Notice tone="critical">
          The browser does not allow copying here: select the key and copy it yourself.
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" autoFocus onClick={() => void copyAndClose()}>
          Copy key and close
        </Button>
      </DialogActions>
    </div>
  );
}
