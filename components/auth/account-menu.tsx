'use client';

import { UserRound } from 'lucide-react';
import { UserMenu } from '@/components/ui/user-menu';
import { signOutHere } from '@/lib/queries/sign-in';

/** The signed-in person in the top bar. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  return (
    <UserMenu
      name={name}
      detail={email}
      links={[{ href: '/account', label: 'Account', icon: <UserRound aria-hidden="true" /> }]}
      onSignOut={() => void signOutHere()}
    />
  );
}
