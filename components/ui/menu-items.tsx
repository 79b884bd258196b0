'use client';

import type { MouseEvent, ReactNode } from 'react';
import { cn } from './cn';
import { Link } from './link';

const ITEM =
  'flex h-8 w-full items-center gap-2 rounded-inner px-2 text-left text-sm hover:bg-inset focus:bg-inset focus:outline-none aria-disabled:text-muted [&_svg]:size-4 [&_svg]:text-muted';

const closeMenu = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

type MenuItemProps = {
  icon?: ReactNode;
  isDisabled?: boolean;
  isDangerous?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** Something that a menu does. */
export function MenuItem({ icon, isDisabled = false, isDangerous, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      onClick={(event) => {
        if (isDisabled) return;
        // First the focus goes back to the trigger; what opens next then returns it there.
        closeMenu(event);
        onSelect();
      }}
      className={cn(ITEM, isDangerous && 'text-critical [&_svg]:text-critical')}
    >
      {icon}
      {children}
    </button>
  );
}

/** Somewhere that a menu leads. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Link href={href} role="menuitem" tabIndex={-1} onClick={closeMenu} className={ITEM}>
      {icon}
      {children}
    </Link>
  );
}

/** Who or what the menu is about; not an item. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <p role="presentation" className="wrap-anywhere px-2 py-1 text-muted text-xs">
      {children}
    </p>
  );
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <hr className="-mx-1 my-1" />;
}
