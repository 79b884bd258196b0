'use client';

import { AppShell, Brand, ButtonLink, EmptyState } from '@/components/ui/on-every-page';
import { paths, startPageOf } from '@/lib/contract/paths';
import { navOf, type Reader } from '@/lib/view/navigation';

/** A component of the browser, because Next sends it with every page. */
export function NotFoundPage({ reader }: { reader: Reader | null }) {
  return (
    <AppShell
      brand={<Brand />}
      nav={navOf(reader)}
      user={
        reader === null ? (
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
            {reader !== null && (
              <ButtonLink href={reader.hasOwnBots ? paths.bots : startPageOf(reader)} variant="primary">
                {reader.hasOwnBots ? 'My bots' : 'Overview'}
              </ButtonLink>
            )}
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
