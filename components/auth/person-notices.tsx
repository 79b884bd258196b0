'use client';

import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { type FormAction, IDLE } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';

export type NoticeItem = { readonly id: string; readonly atMs: number; readonly text: string };

/** Security notices about the signed-in person's account, until they dismiss them. */
export function PersonNotices({ items, action }: { items: readonly NoticeItem[]; action: FormAction }) {
  const [state, act, isPending] = useActionState(action, IDLE);
  return (
    <Notice role="none" className="mb-4 border">
      <h2 className="font-semibold">Your account</h2>
      <ul className="my-1">
        {items.map(({ id, atMs, text }) => (
          <li key={id} className="wrap-anywhere py-0.5">
            <Time atMs={atMs} />: {text}
          </li>
        ))}
      </ul>
      <p>
        If this was not you, change your password and sign out everywhere under{' '}
        <Link href={paths.account} className="underline underline-offset-4">
          Account
        </Link>
        , and tell an admin.
      </p>
      {state.message && <p className="mt-1 text-critical">{state.message}</p>}
      <form action={act} className="mt-2">
        <input type="hidden" name="ids" value={items.map(({ id }) => id).join(' ')} />
        <Button type="submit" isPending={isPending}>
          Dismiss
        </Button>
      </form>
    </Notice>
  );
}
