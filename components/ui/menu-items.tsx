'use client';

import type { MouseEvent, ReactNode } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';
import { Link } from './link';

const ITEM =
  'flex h-8 w-full items-center gap-2 rounded-inner px-2 text-left text-sm hover:bg-inset focus:bg-inset focus:outline-none aria-disabled:text-muted [&_svg]:size-4';
const QUIET_ICON = '[&_svg]:text-muted';

const closeMenu = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

type MenuItemProps = {
  icon?: Elements;
  isDisabled?: boolean;
  isDangerous?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** A menu item that runs an action. */
export function MenuItem({ icon, isDisabled = false, isDangerous, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      onClick={(event) => {
        if (isDisabled) return;
        // Focus the trigger first, so that a dialog that opens next returns the focus to it.
        closeMenu(event);
        onSelect();
      }}
      className={cn(ITEM, isDangerous ? 'text-critical' : QUIET_ICON)}
    >
      {icon}
      <span className="contents">{children}</span>
    </button>
  );
}

/** A menu item that is a link. */
export function MenuLink({ href, icon, children }: { href: string; icon?: Elements; children: ReactNode }) {
  return (
    <Link href={href} role="menuitem" tabIndex={-1} onClick={closeMenu} className={cn(ITEM, QUIET_ICON)}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  );
}

/** A heading in a menu; not an item. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <p role="presentation" className="wrap-anywhere px-2 py-1 text-muted text-xs">
      {children}
    </p>
  );
}

/** A separator between groups of items. */
export function MenuSeparator() {
  return <hr className="-mx-1 my-1" />;
}
