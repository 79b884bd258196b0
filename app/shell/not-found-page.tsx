'use client';

import { AccountMenu } from '@/components/auth/account-menu';
import { AppShell, Brand, ButtonLink, EmptyState } from '@/components/ui/on-every-page';
import { paths } from '@/lib/contract/paths';
import type { User } from '@/lib/domain/people/caller';
import { navOf } from '@/lib/view/navigation';

type Person = Pick<User, 'name' | 'email' | 'role'> & { readonly timeZone: string | null };

/** A component of the browser, because Next sends it with every page. `person` is who is signed in. */
export function NotFoundPage({ person }: { person: Person | null }) {
  return (
    <AppShell
      brand={<Brand />}
      nav={navOf(person?.role ?? null)}
      timeZone={person?.timeZone ?? null}
      user={
        person === null ? (
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
        ) : (
          <AccountMenu name={person.name} email={person.email} />
        )
      }
    >
      <EmptyState
        title="This page does not exist"
        actions={
          <>
            <ButtonLink href={paths.bots} variant="primary">
              Your bots
            </ButtonLink>
            <ButtonLink href={paths.home}>Start page</ButtonLink>
          </>
        }
        className="py-24"
      >
        <h1 className="sr-only">Not found</h1>
        The address is wrong, the page was deleted, or you may not see it.
      </EmptyState>
    </AppShell>
  );
}
