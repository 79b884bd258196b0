'use client';

import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { useEffect } from 'react';
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
import { toast } from '@/components/ui/toast';
import { useForm } from '@/components/ui/use-form';
import { signOutAction } from '@/lib/actions/sign-in';
import { paths } from '@/lib/contract/paths';

/** The signed-in person, a link to their account, and the item to sign out. The address distinguishes people of one name. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  const { state, form } = useForm(signOutAction, {
    onDone: ({ value }) => window.location.assign(value?.href ?? paths.home),
  });
  // The menu is closed by then.
  useEffect(() => {
    if (state.message !== null && state.status !== 'done')
      toast.error('You are still signed in.', { description: state.message });
  }, [state]);
  return (
    <>
      {/* Without scripts one signs out on the account page. */}
      <form {...form} hidden />
      <noscript>
        <a href={paths.account}>Account</a>
      </noscript>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <button
            type="button"
            className={buttonStyle('ghost', 'md', 'no-script-hide min-w-0 max-w-48 shrink px-2')}
          >
            <span className="truncate" title={name}>
              <bdi>{name}</bdi>
            </span>
            <ChevronDown />
            <span className="sr-only">: account menu</span>
          </button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>{email}</DropdownMenuLabel>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link href={paths.account}>
              <UserRound />
              <span>Account</span>
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => form.ref.current?.requestSubmit()}>
            <LogOut />
            <span>Sign out</span>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
