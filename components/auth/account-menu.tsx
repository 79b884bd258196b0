'use client';

import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { buttonStyle } from '@/components/ui/button-style';
import { Menu } from '@/components/ui/menu';
import { paths } from '@/lib/contract/paths';
import { signOut } from '@/lib/queries/sign-in';

/** The signed-in person, a link to their account, and the item to sign out. The address distinguishes people of one name. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
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
      heading={email}
      groups={[
        [
          { label: 'Account', icon: <UserRound />, href: paths.account },
          { label: 'Sign out', icon: <LogOut />, onSelect: () => void signOut() },
        ],
      ]}
    />
  );
}
