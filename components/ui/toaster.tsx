'use client';

import { useEffect, useState } from 'react';
import { loadable } from './loadable';
import { pendingToasts } from './toast';

const ToasterView = loadable(async () => (await import('./toaster-view')).ToasterView, { failed: null });

/** Shows toasts; used once, in the layout. Its library is loaded with the first toast, because most pages have none. */
export function Toaster() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => pendingToasts.subscribe(() => setIsWanted(true)), []);
  return isWanted ? <ToasterView /> : null;
}
