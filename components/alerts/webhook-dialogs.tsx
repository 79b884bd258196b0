'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { TextField } from '@/components/ui/text-field';
import { changeWebhookAction, createWebhookAction, rotateSecretAction } from '@/lib/actions/webhooks';
import type { ShownSecretValue } from '@/lib/contract/shown';
import {
  parseWebhookAddress,
  type Webhook,
  type WebhookKind,
  webhookKindOf,
} from '@/lib/domain/alerts/webhook';
import { webhookName } from '@/lib/view/webhook-state';

type SecretDialogProps = { onMade: (made: ShownSecretValue) => void; onClose: () => void };

const KIND_HINTS = {
  discord: 'Discord: events are posted as messages in the channel of this webhook.',
  signed: 'Signed webhook: events are sent as JSON, signed as Standard Webhooks describes.',
} as const;

/** The field for an address. It may be a secret, so it is not kept while the person signs in again. */
function AddressField({ label, hint, error }: { label: string; hint: string; error: string | undefined }) {
  const [typed, setTyped] = useState('');
  const parsed = parseWebhookAddress(typed);
  return (
    <TextField
      label={label}
      name="url"
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      hint={parsed.ok ? KIND_HINTS[webhookKindOf(parsed.address, false)] : hint}
      error={error}
    />
  );
}

type AddProps = SecretDialogProps & { botId: string; kind: WebhookKind };

/** Adds a webhook. One of Discord has no secret. Its address tells the kind. */
export function AddWebhookDialog({ botId, kind, ...dialog }: AddProps) {
  const isDiscord = kind === 'discord';
  return (
    <FormDialog
      {...dialog}
      title={isDiscord ? 'Add a Discord channel' : 'Add a webhook'}
      description="It gets problems by default. Choose more under “What is sent where”."
      submitLabel={isDiscord ? 'Add Discord' : 'Add webhook'}
      action={createWebhookAction}
      hidden={{ botId }}
    >
      {(errors) => (
        <AddressField
          label="Address"
          hint={
            isDiscord
              ? 'In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL.'
              : 'Your own https:// address.'
          }
          error={errors.url}
        />
      )}
    </FormDialog>
  );
}

type WebhookDialogProps = SecretDialogProps & { webhook: Webhook };

/** Changes the address of a webhook; one whose secret cannot be read gets a new one. */
export function ChangeAddressDialog({ webhook, ...dialog }: WebhookDialogProps) {
  const isUnreadable = webhook.statusReason === 'unreadable';
  const name = webhookName(webhook);
  return (
    <FormDialog
      {...dialog}
      title={isUnreadable ? `Set ${name} again` : `Change the address of ${name}`}
      submitLabel="Save"
      action={changeWebhookAction}
      hidden={{ webhookId: webhook.id }}
    >
      {(errors) => (
        <AddressField
          label="New address"
          hint={isUnreadable ? 'The stored one cannot be decrypted.' : 'It must be of the same kind.'}
          error={errors.url}
        />
      )}
    </FormDialog>
  );
}

export const RotateSecretDialog = ({ webhook, ...dialog }: WebhookDialogProps) => (
  <FormDialog
    {...dialog}
    title={`Rotate the secret of ${webhookName(webhook)}`}
    description="For 24 hours requests carry two signatures, one for each secret, so that you can change it without a gap."
    submitLabel="Rotate secret"
    action={rotateSecretAction}
    hidden={{ webhookId: webhook.id }}
  />
);
