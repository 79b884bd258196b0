'use client';

import { AppShell, Brand, ButtonLink, EmptyState } from '@/components/ui/on-every-page';
import { paths } from '@/lib/contract/paths';
import type { Role } from '@/lib/domain/people/caller';
import { navOf } from '@/lib/view/navigation';

/** A component of the browser, because Next sends it with every page. `role` is that of who is signed in. */
export function NotFoundPage({ role }: { role: Role | null }) {
  return (
    <AppShell
      brand={<Brand />}
      nav={navOf(role)}
      user={
        role === null ? (
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
        ) : (
          <ButtonLink href={paths.account}>Account</ButtonLink>
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
