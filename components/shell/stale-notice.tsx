'use client';

import { useSyncExternalStore } from 'react';
import { Notice } from '@/components/ui/notice';
import { ReloadButton } from '@/components/ui/reload-button';
import { SignInLink } from '@/components/ui/sign-in-link';
import { isUpdated, ReadError, subscribeToUpdate } from '@/lib/queries/fetch-json';
import { useReadError } from '@/lib/queries/use-live';

/** Warns that the page's data is out of date, and why; draws nothing while it is current. */
export function StaleNotice() {
  const error = useReadError();
  if (error === null) return null;
  const { isGone, isSignedOut } = error instanceof ReadError ? error : { isGone: false, isSignedOut: false };
  return (
    <Notice tone={isGone ? 'critical' : 'warning'} role="status" className="mb-4">
      {isSignedOut ? (
        <span>
          You are signed out. <SignInLink />: you come back to this page.
        </span>
      ) : isGone ? (
        'You can no longer see this page: go back to your bots.'
      ) : (
        'The service does not respond, so this page may be out of date. It retries every few seconds.'
      )}
    </Notice>
  );
}

/** Says that the page is of an earlier build, once one of its reads has shown it. */
export function UpdatedNotice() {
  if (!useSyncExternalStore(subscribeToUpdate, isUpdated, () => false)) return null;
  return (
    <Notice tone="warning" className="mb-4">
      Botmeter was updated: <ReloadButton />. What you entered is kept, except passwords.
    </Notice>
  );
}
