'use client';

import { lazy, Suspense, useEffect } from 'react';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import type { Place } from '@/lib/view/navigation';

const PaletteView = lazy(() =>
  import('./palette-view').then(
    (file) => ({ default: file.PaletteView }),
    () => ({ default: dialogNotLoaded() }),
  ),
);

type PaletteProps = {
  pages: readonly Place[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Opens any bot or page by its name, also with Ctrl K (⌘ K). Its code is loaded when it opens. */
export function Palette({ pages, isOpen, onOpenChange }: PaletteProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // A dialog that is open may hold what was typed.
      if (document.querySelector('[role="dialog"], dialog:modal') === null) onOpenChange(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpenChange]);
  return (
    isOpen && (
      <Suspense>
        <PaletteView pages={pages} onClose={() => onOpenChange(false)} />
      </Suspense>
    )
  );
}
