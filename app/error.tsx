'use client';

import { AppShell } from '@/components/ui/app-shell';
import { Brand } from '@/components/ui/brand';
import { Button, ButtonLink } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/states';
import { paths } from '@/lib/contract/paths';

/** The error page. The server has logged the cause under the digest. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <AppShell bar={<Brand />}>
      <h1 className="sr-only">Error</h1>
      <ErrorState
        title="This page could not be shown"
        actions={
          <>
            <Button variant="primary" onClick={() => retry()}>
              Try again
            </Button>
            <ButtonLink href={paths.home}>Start page</ButtonLink>
          </>
        }
        className="py-24"
      >
        <p>
          Something failed on our side, or in this browser. If you have just sent a form, it may have been
          stored: look before you send it again.
        </p>
        {digest !== null && (
          <p className="mt-2">
            For the operator: <code translate="no">{digest}</code>
          </p>
        )}
      </ErrorState>
    </AppShell>
  );
}

function digestOf(error: unknown): string | null {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string'
    ? error.digest
    : null;
}
