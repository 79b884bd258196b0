import type { Metadata } from 'next';
import { Brand } from '@/components/brand';
import { AppShell } from '@/components/ui/app-shell';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/states';

export const metadata: Metadata = { title: 'Not found' };

/** The same words for what does not exist and for what is another's: neither can be told apart. */
export default function NotFound() {
  return (
    <AppShell brand={<Brand />}>
      <EmptyState
        title="This page does not exist"
        actions={
          <>
            <ButtonLink href="/bots" variant="primary">
              Your bots
            </ButtonLink>
            <ButtonLink href="/">Start page</ButtonLink>
          </>
        }
        className="py-24"
      >
        <h1 className="sr-only">Not found</h1>
        The address is wrong, or what was here is gone or belongs to someone else.
      </EmptyState>
    </AppShell>
  );
}
