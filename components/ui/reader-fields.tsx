'use client';

import { useReader } from './reader';

/** Tells a server action how the reader writes numbers and times (lib/actions/reader.ts). */
export function ReaderFields() {
  const { locale, timeZone } = useReader();
  return (
    <>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="timeZone" value={timeZone} />
    </>
  );
}
