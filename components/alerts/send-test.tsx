'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { useForm } from '@/components/ui/use-form';
import { testWebhookAction } from '@/lib/actions/webhooks';

type Props = { webhookId: string; name: string };

/** Sends a test event; its action leads to the result. */
export function SendTest({ webhookId, name }: Props) {
  const { state, isPending, form } = useForm(testWebhookAction);
  return (
    <form {...form} className="inline-flex flex-wrap items-center justify-end gap-2">
      <input type="hidden" name="webhookId" value={webhookId} />
      <Button type="submit" size="sm" isPending={isPending}>
        Send test
        <span className="sr-only">{` to ${name}`}</span>
      </Button>
      <FormNotice {...state} errors={{}} />
    </form>
  );
}
