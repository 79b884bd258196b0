'use client';

import { useState } from 'react';
import { ActionDialog } from '@/components/admin/action-dialog';
import { closing } from '@/components/admin/form-dialog';
import { RevealDialog } from '@/components/ui/reveal-dialog';
import { TextField } from '@/components/ui/text-field';
import {
  changeWebhookAction,
  createWebhookAction,
  removeWebhookAction,
  rotateSecretAction,
  turnWebhookAction,
} from '@/lib/actions/webhooks';
import {
  parseWebhookAddress,
  type Webhook,
  type WebhookKind,
  webhookKindOf,
} from '@/lib/domain/alerts/webhook';
import { webhookName } from '@/lib/view/webhook-state';
import { ShownSecret } from './shown-secret';

type DialogProps = { webhook: Webhook; onClose: () => void };

const KIND_HINTS = {
  discord: 'Discord: events come as messages into the channel of this webhook.',
  signed: 'A signed webhook: events come as JSON, signed after Standard Webhooks.',
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

type AddProps = { botId: string; kind: WebhookKind; onClose: () => void };

/** Adds a webhook, then shows its secret; one of Discord has none. Its address tells the kind. */
export function AddWebhookDialog({ botId, kind, onClose }: AddProps) {
  const isDiscord = kind === 'discord';
  return (
    <RevealDialog
      title={isDiscord ? 'Add a Discord channel' : 'Add a webhook'}
      description="It gets the events that need someone. What else it gets is chosen in the table of events."
      titleWhenDone="The webhook is ready"
      submitLabel={isDiscord ? 'Add Discord' : 'Add webhook'}
      draft={`add-webhook ${botId}`}
      action={createWebhookAction}
      onClose={onClose}
      onDone={closing(onClose)}
      reveal={({ secret }) => <ShownSecret secret={secret} onClose={onClose} />}
    >
      {({ errors }) => (
        <>
          <input type="hidden" name="botId" value={botId} />
          <AddressField
            label="Address"
            hint={
              isDiscord
                ? 'The address of a Discord webhook: Discord shows it under Integrations of a channel.'
                : 'Your own https:// address.'
            }
            error={errors.url}
          />
        </>
      )}
    </RevealDialog>
  );
}

/** Changes the address of a webhook; one whose secret cannot be read gets a new one. */
export function ChangeAddressDialog({ webhook, onClose }: DialogProps) {
  const isUnreadable = webhook.statusReason === 'unreadable';
  return (
    <RevealDialog
      title={
        isUnreadable ? `Set ${webhookName(webhook)} again` : `Change the address of ${webhookName(webhook)}`
      }
      titleWhenDone="The webhook has a new secret"
      submitLabel="Save"
      draft={`edit-webhook ${webhook.id}`}
      action={changeWebhookAction}
      onClose={onClose}
      onDone={closing(onClose)}
      reveal={({ secret }) => <ShownSecret secret={secret} onClose={onClose} />}
    >
      {({ errors }) => (
        <>
          <input type="hidden" name="webhookId" value={webhook.id} />
          <AddressField
            label="New address"
            hint={isUnreadable ? 'The stored one cannot be decrypted.' : 'Of the same kind as before.'}
            error={errors.url}
          />
        </>
      )}
    </RevealDialog>
  );
}

/** Gives a webhook a new secret, then shows it. */
export function RotateSecretDialog({ webhook, onClose }: DialogProps) {
  return (
    <RevealDialog
      title={`Rotate the secret of ${webhookName(webhook)}`}
      description="Requests carry two signatures for 24 hours, by the new secret and by the one before, so that you can change it without a gap."
      titleWhenDone="The new secret is ready"
      submitLabel="Rotate secret"
      draft={`rotate-secret ${webhook.id}`}
      action={rotateSecretAction}
      onClose={onClose}
      reveal={({ secret }) => <ShownSecret secret={secret} onClose={onClose} />}
    >
      {() => <input type="hidden" name="webhookId" value={webhook.id} />}
    </RevealDialog>
  );
}

export function SwitchDialog({ webhook, onClose }: DialogProps) {
  const isOn = webhook.status === 'on';
  return (
    <ActionDialog
      title={`Switch ${isOn ? 'off' : 'on'} ${webhookName(webhook)}`}
      description={
        isOn
          ? 'What happens while it is off is not sent to it, later neither.'
          : 'Its failures so far are forgotten. Events that still wait for it are sent then.'
      }
      confirmLabel={isOn ? 'Switch off' : 'Switch on'}
      isDangerous={false}
      fields={{ webhookId: webhook.id, on: isOn ? 'no' : 'yes' }}
      action={turnWebhookAction}
      onClose={onClose}
    />
  );
}

export function RemoveWebhookDialog({ webhook, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`Remove ${webhookName(webhook)}`}
      description="Its delivery log goes with it, and what waits is not sent. This cannot be undone."
      confirmLabel="Remove webhook"
      fields={{ webhookId: webhook.id }}
      action={removeWebhookAction}
      onClose={onClose}
    />
  );
}
