'use client';

import { Download } from 'lucide-react';
import { Button } from './button';

type DownloadButtonProps = {
  label: string;
  fileName: string;
  /** Makes the file's text when it is asked for. */
  makeText: () => string;
  mediaType: string;
};

/** Saves a text made in the browser as a file. */
export function DownloadButton({ label, fileName, makeText, mediaType }: DownloadButtonProps) {
  function save() {
    const url = URL.createObjectURL(new Blob([makeText()], { type: mediaType }));
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    // The browser has taken hold of the content by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  return (
    <Button size="sm" onClick={save}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}
