import { Notice } from '@/components/ui/notice';

/** Shown on the public pages while there is no admin. */
export function NotSetUp() {
  return (
    <Notice role="none" tone="warning">
      Not set up yet, there is no admin: open the link that the server printed, or run{' '}
      <code translate="no">npm run -s botmeter -- setup-link</code>.
    </Notice>
  );
}
