'use client';

import { Form } from '@/components/ui/form';
import { testWebhookAction } from '@/lib/actions/webhooks';

type Props = { webhookId: string; name: string };

/** Sends a test event; its action leads to the result. */
export const SendTest = ({ webhookId, name }: Props) => (
  <Form
    action={testWebhookAction}
    hidden={{ webhookId }}
    submitLabel={
      <>
        <span>Send test</span>
        <span className="sr-only">{` to ${name}`}</span>
      </>
    }
    size="sm"
    className="inline-flex flex-wrap items-center justify-end gap-2"
  />
);
