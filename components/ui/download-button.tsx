'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';
import { toast } from './toast';

type DownloadButtonProps = {
  label: string;
  fileName: string;
  /** Creates the file's text on click. */
  makeText: () => string | Promise<string>;
  mediaType: string;
};

/** Without it, spreadsheet programs read a CSV as the encoding of the system. */
const BYTE_ORDER_MARK = '\ufeff';

/** Downloads a text that is created in the browser. */
export function DownloadButton({ label, fileName, makeText, mediaType }: DownloadButtonProps) {
  const [isPending, setIsPending] = useState(false);

  async function save() {
    setIsPending(true);
    try {
      const mark = mediaType === 'text/csv' ? BYTE_ORDER_MARK : '';
      const url = URL.createObjectURL(new Blob([mark, await makeText()], { type: mediaType }));
      const link = document.createElement('a');
      link.href = url;
      link.download = fileName;
      link.click();
      // The browser already holds the content by then.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch {
      toast.error('The file could not be created.', { description: 'Try again in a moment.' });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button size="sm" isPending={isPending} onClick={() => void save()}>
      <Download />
      <span>{label}</span>
    </Button>
  );
}
