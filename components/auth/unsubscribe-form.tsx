'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { useForm } from '@/components/ui/use-form';
import { unsubscribeAction } from '@/lib/actions/unsubscribe';

type Props = {
  token: string;
  /** What the button ends. */
  mails: readonly { readonly botName: string; readonly event: string }[];
};

/** Ends the mails of a link. */
export function UnsubscribeForm({ token, mails }: Props) {
  const { state, isPending, form } = useForm(unsubscribeAction, { isPosted: true });
  if (state.status === 'done') {
    return (
      <Notice tone="healthy">
        <span>{state.message}</span> What happens is still among the notifications on the site. The Alerts
        page of each bot turns its mails on again, and your Account page the digest.
      </Notice>
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormNotice {...state} errors={{}} />
      <p>You would no longer get mails about:</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {mails.map(({ botName, event }) => (
          <li key={`${botName} ${event}`} className="wrap-anywhere">
            <bdi>{botName}</bdi>: <span>{event}</span>
          </li>
        ))}
      </ul>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" isPending={isPending}>
        Stop these mails
      </Button>
    </form>
  );
}
