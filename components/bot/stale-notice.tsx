import { Notice } from '@/components/ui/notice';
import { SignInLink } from '@/components/ui/sign-in-link';
import { ReadError } from '@/lib/queries/fetch-json';

/** Whether what is shown may be out of date. Of too many reads at once the next one soon gets a response. */
export const isOutdated = (error: Error | null): boolean =>
  error !== null && !(error instanceof ReadError && error.isBusy);

/** Warns that the page's data is out of date, and why; draws nothing while it is current. */
export function StaleNotice({ error }: { error: Error | null }) {
  if (!isOutdated(error)) return null;
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
