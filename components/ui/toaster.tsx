'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { pendingToasts } from './toast';

const ToasterView = dynamic(
  () =>
    import('./toaster-view').then(
      (file) => file.ToasterView,
      () => () => null,
    ),
  { ssr: false },
);

/** Shows toasts; used once, in the layout. Its library is loaded with the first toast, because most pages have none. */
export function Toaster() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => pendingToasts.subscribe(() => setIsWanted(true)), []);
  return isWanted ? <ToasterView /> : null;
}
