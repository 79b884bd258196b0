'use client';

import { Download } from 'lucide-react';
import { Button } from './button';

type DownloadButtonProps = {
  label: string;
  fileName: string;
  /** Creates the file's text on click. */
  makeText: () => string;
  mediaType: string;
};

/** Downloads a text that is created in the browser. */
export function DownloadButton({ label, fileName, makeText, mediaType }: DownloadButtonProps) {
  function save() {
    const url = URL.createObjectURL(new Blob([makeText()], { type: mediaType }));
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    // The browser already holds the content by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  return (
    <Button size="sm" onClick={save}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}
