import type { ReactNode } from 'react';
import { AccountMenu } from '@/components/auth/account-menu';
import { Brand } from '@/components/brand';
import { AppShell } from '@/components/ui/app-shell';
import { ButtonLink } from '@/components/ui/button';
import type { NavItem } from '@/components/ui/nav-links';
import { currentUser } from './session';

const OWN: readonly NavItem[] = [{ href: '/bots', label: 'My bots' }];
const ADMIN: readonly NavItem[] = [
  { href: '/admin/bots', label: 'Bots' },
  { href: '/admin/users', label: 'People' },
  { href: '/admin/keys', label: 'Keys' },
  { href: '/admin/audit', label: 'Audit log' },
];
const ANYONE: readonly NavItem[] = [{ href: '/docs', label: 'API' }];

/** The frame of every page, with the links that the person at it has a use for. */
export async function Shell({ children }: { children: ReactNode }) {
  const user = await currentUser();
  const own = user === null ? [] : user.role === 'admin' ? [...OWN, ...ADMIN] : OWN;
  return (
    <AppShell
      brand={<Brand />}
      nav={[...own, ...ANYONE]}
      user={
        user === null ? (
          <ButtonLink href="/login">Sign in</ButtonLink>
        ) : (
          <AccountMenu name={user.name} email={user.email} />
        )
      }
    >
      {children}
    </AppShell>
  );
}
