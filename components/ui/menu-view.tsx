'use client';

import { type ComponentProps, Fragment, type ReactElement, useRef } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './dropdown-menu';
import type { Elements } from './elements';
import { Link } from './link';

/** An item leads to `href` or calls `onSelect`. */
export type MenuItem = {
  readonly label: string;
  readonly icon?: Elements;
  readonly href?: string;
  readonly onSelect?: () => void;
  /** What cannot be undone. */
  readonly isDestructive?: boolean;
};

export type MenuProps = {
  /** A button that has a name. */
  trigger: ReactElement<ComponentProps<'button'>>;
  heading?: string;
  /** Groups of items, separated by lines. */
  groups: readonly (readonly MenuItem[])[];
};

/** A menu that is open at first. `isByKeyboard`: a key opened it, so its first item gets the focus. */
export function MenuView({ trigger, heading, groups, isByKeyboard }: MenuProps & { isByKeyboard: boolean }) {
  const isFirstTime = useRef(true);
  /** radix-ui does this itself, but it was loaded after the key was pressed. It leaves a focus within the menu where it is. */
  function focusFirst(content: HTMLDivElement | null) {
    if (content === null || !isFirstTime.current) return;
    isFirstTime.current = false;
    if (isByKeyboard) content.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent ref={focusFirst}>
        {heading !== undefined && (
          <>
            <DropdownMenuLabel>{heading}</DropdownMenuLabel>
            <DropdownMenuSeparator />
          </>
        )}
        {groups
          .filter((items) => items.length > 0)
          .map((items, at) => (
            <Fragment key={items[0]?.label}>
              {at > 0 && <DropdownMenuSeparator />}
              {items.map((item) => (
                <Item key={item.label} {...item} />
              ))}
            </Fragment>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Item({ label, icon, href, onSelect, isDestructive = false }: MenuItem) {
  const variant = isDestructive ? 'destructive' : 'default';
  if (href === undefined) {
    return (
      <DropdownMenuItem variant={variant} onSelect={onSelect}>
        {icon}
        <span>{label}</span>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem asChild>
      <Link href={href}>
        {icon}
        <span>{label}</span>
      </Link>
    </DropdownMenuItem>
  );
}
