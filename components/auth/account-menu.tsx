'use client';

import { Ellipsis, LogOut, UserRound } from 'lucide-react';
import { useEffect } from 'react';
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
          <button type="button" className="nav-link no-script-hide min-w-0 grow md:max-xl:p-1">
            <span className="avatar rounded-full!" aria-hidden="true" data-letter={[...name][0]} />
            <span className="nav-name truncate text-ink" title={name}>
              <bdi>{name}</bdi>
            </span>
            <span className="sr-only">: account menu</span>
            <Ellipsis className="ml-auto md:max-xl:hidden" />
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
