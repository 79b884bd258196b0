'use client';

import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { buttonStyle } from '@/components/ui/button-style';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/contract/paths';
import { signOut } from '@/lib/queries/sign-in';

/** The signed-in person, a link to their account, and the item to sign out. The address distinguishes people of one name. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={buttonStyle('ghost', 'md', 'min-w-0 max-w-48 shrink px-2')}>
        <span className="truncate" title={name}>
          <bdi>{name}</bdi>
        </span>
        <ChevronDown />
        <span className="sr-only">: account menu</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href={paths.account}>
            <UserRound />
            Account
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
