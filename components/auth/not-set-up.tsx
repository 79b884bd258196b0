import { Notice } from '@/components/ui/notice';

/** Shown on the public pages while there is no user, with whom nobody can sign in. */
export function NotSetUp() {
  return (
    <Notice role="none" tone="warning">
      Not set up yet: open the link that the server printed, or run{' '}
      <code translate="no">npm run -s botmeter -- setup-link</code>.
    </Notice>
  );
}
