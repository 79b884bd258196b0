'use client';

import { UserRound } from 'lucide-react';
import { UserMenu } from '@/components/ui/user-menu';
import { paths } from '@/lib/contract/paths';
import { signOut } from '@/lib/queries/sign-in';

/** The user menu of the signed-in person. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  return (
    <UserMenu
      name={name}
      detail={email}
      links={[{ href: paths.account, label: 'Account', icon: <UserRound /> }]}
      onSignOut={() => void signOut()}
    />
  );
}
