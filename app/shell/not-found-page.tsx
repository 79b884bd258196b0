'use client';

import { AppShell, Brand, ButtonLink, EmptyState } from '@/components/ui/on-every-page';
import { paths } from '@/lib/contract/paths';

/** A component of the browser, because Next sends it with every page. */
export function NotFoundPage() {
  return (
    <AppShell brand={<Brand />}>
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
