import type { Metadata } from 'next';
import { AppShell } from '@/components/ui/app-shell';
import { Brand } from '@/components/ui/brand';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/states';
import { paths } from '@/lib/contract/paths';

export const metadata: Metadata = { title: 'Not found' };

/** The same page for what does not exist and for what belongs to someone else, so that they cannot be distinguished. */
export default function NotFound() {
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
        className="py-24!"
      >
        <h1 className="sr-only">Not found</h1>
        The address is wrong, or the page was deleted or belongs to someone else.
      </EmptyState>
    </AppShell>
  );
}
