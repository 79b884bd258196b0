'use client';

import { ChevronDown, LogOut } from 'lucide-react';
import { buttonStyle } from './button-style';
import type { Elements } from './elements';
import { Menu } from './menu';
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from './menu-items';

type UserMenuProps = {
  name: string;
  /** A second line that distinguishes people with the same name. */
  detail: string;
  links: readonly { href: string; label: string; icon?: Elements }[];
  onSignOut: () => void;
};

/** The signed-in person, links to their own pages, and the sign-out button. */
export function UserMenu({ name, detail, links, onSignOut }: UserMenuProps) {
  return (
    <Menu
      trigger={
        <button type="button" className={buttonStyle('ghost', 'md', 'min-w-0 max-w-48 shrink px-2')}>
          <span className="truncate" title={name}>
            <bdi>{name}</bdi>
          </span>
          <ChevronDown />
          <span className="sr-only">: account menu</span>
        </button>
      }
    >
      <MenuLabel>{detail}</MenuLabel>
      <MenuSeparator />
      {links.map(({ href, label, icon }) => (
        <MenuLink key={href} href={href} icon={icon}>
          {label}
        </MenuLink>
      ))}
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
