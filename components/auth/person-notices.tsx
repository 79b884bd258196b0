'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import { dismissNoticesAction } from '@/lib/actions/account';
import { paths } from '@/lib/contract/paths';
import type { ShownNotice } from '@/lib/contract/views';
import { personQuery } from '@/lib/queries/person';

type NoticesProps = { items: readonly ShownNotice[] };

/** Notices to the signed-in person, until they dismiss them; those about backups until one succeeds. */
export function PersonNotices({ items }: NoticesProps) {
  return (['account', 'bots', 'backups'] as const).map((about) => {
    const ofIt = items.filter((item) => item.about === about);
    return ofIt.length > 0 && <Notices key={about} about={about} items={ofIt} />;
  });
}

const HEADING = { account: 'Your account', bots: 'The service', backups: 'Backups' } as const;
const LINK = {
  bots: { href: `${paths.admin.bots}?state=silent`, text: 'See which bots are silent' },
  backups: { href: paths.admin.overview, text: 'See the backups' },
} as const;

function Notices({ about, items }: NoticesProps & Pick<ShownNotice, 'about'>) {
  const { state, isPending, form } = useForm(dismissNoticesAction, { changes: personQuery.queryKey });
  return (
    <Notice role="none" className="mb-4 border">
      <h2 className="font-semibold">{HEADING[about]}</h2>
      <ul className="my-1">
        {items.map(({ id, atMs, text }) => (
          <li key={id} className="wrap-anywhere py-0.5">
            <Time atMs={atMs} />: <span>{text}</span>
          </li>
        ))}
      </ul>
      {about === 'account' ? (
        <p>
          If this was not you, change your password and sign out everywhere under{' '}
          <Link href={paths.account} className="underline underline-offset-4">
            Account
          </Link>
          . An admin can look up in the audit log what was changed.
        </p>
      ) : (
        <p>
          <Link href={LINK[about].href} className="underline underline-offset-4">
            {LINK[about].text}
          </Link>
        </p>
      )}
      {about !== 'backups' && (
        <>
          <FormNotice {...state} />
          <form {...form} className="mt-2">
            <input type="hidden" name="ids" value={items.map(({ id }) => id).join(' ')} />
            <Button type="submit" isPending={isPending}>
              Dismiss
            </Button>
          </form>
        </>
      )}
    </Notice>
  );
}
