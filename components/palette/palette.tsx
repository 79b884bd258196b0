'use client';

import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import type { NavItem } from '@/components/ui/nav-links';
import { dialogNotLoaded } from '@/components/ui/not-loaded';

const PaletteView = lazy(() =>
  import('./palette-view').then(
    (file) => ({ default: file.PaletteView }),
    () => ({ default: dialogNotLoaded() }),
  ),
);

/** Opens any bot or page by its name: by a button of the bar, or Ctrl K (⌘ K). Its code is loaded when it opens. */
export function Palette({ pages }: { pages: readonly NavItem[] }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // A dialog that is open may hold what was typed.
      if (document.querySelector('[role="dialog"]') === null) setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton
        label="Go to a bot or page (Ctrl K)"
        icon={<Search className="size-4" />}
        aria-haspopup="dialog"
        className="no-script-hide"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <PaletteView pages={pages} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
