'use client';

import { cloneElement, lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-view';
import { dialogNotLoaded } from './not-loaded';

const MenuView = lazy(() =>
  import('./menu-view').then(
    (file) => ({ default: file.MenuView }),
    () => ({ default: dialogNotLoaded() }),
  ),
);

/** A drop-down menu. Most menus of a page are never opened, so its code is loaded when the first one is (14 kB). */
export function Menu(props: MenuProps) {
  const [opening, setOpening] = useState<'mouse' | 'keyboard' | null>(null);
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A click by a key has the detail 0.
    onClick: ({ detail }) => setOpening(detail === 0 ? 'keyboard' : 'mouse'),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpening('keyboard');
    },
  });
  if (opening === null) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuView {...props} isByKeyboard={opening === 'keyboard'} />
    </Suspense>
  );
}
