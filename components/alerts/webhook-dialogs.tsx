'use client';

import { useState } from 'react';
import { ActionDialog } from '@/components/admin/action-dialog';
import { closing } from '@/components/admin/form-dialog';
import { RevealDialog } from '@/components/ui/reveal-dialog';
import { TextField } from '@/components/ui/text-field';
import type { FormAction } from '@/lib/contract/form-state';
import type { ShownSecretValue } from '@/lib/contract/shown';
import { type Endpoint, endpointKindOf, parseWebhookAddress } from '@/lib/domain/alerts/endpoint';
import { endpointName } from '@/lib/view/endpoint-state';
import { SENSIBLE_TYPES } from '@/lib/view/event-types';
import { EventChoices } from './event-choices';
import { ShownSecret } from './shown-secret';

type DialogProps = { endpoint: Endpoint; onClose: () => void };
type SecretAction = FormAction<ShownSecretValue>;

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
      data-secret
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      hint={parsed.ok ? KIND_HINTS[endpointKindOf(parsed.address, false)] : hint}
      error={error}
    />
  );
}

type AddProps = { botId: string; isDiscordOnly: boolean; action: SecretAction; onClose: () => void };

/** Adds an endpoint, then shows its secret; one of Discord has none. */
export function AddEndpointDialog({ botId, isDiscordOnly, action, onClose }: AddProps) {
  return (
    <RevealDialog
      title="Add an endpoint"
      titleWhenDone="The endpoint is ready"
      submitLabel="Add endpoint"
      draft={`add-endpoint ${botId}`}
      action={action}
      onClose={onClose}
      onDone={closing(onClose)}
      reveal={({ secret }) => <ShownSecret secret={secret} onClose={onClose} />}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="botId" value={botId} />
          <AddressField
            label="Address"
            hint={
              isDiscordOnly
                ? 'The address of a Discord webhook: Discord shows it under Integrations of a channel.'
                : 'Your own https:// address, or that of a Discord webhook.'
            }
            error={errors.url}
          />
          <EventChoices chosen={SENSIBLE_TYPES} typed={typed} error={errors.events} />
        </>
      )}
    </RevealDialog>
  );
}

/** Changes the events of an endpoint, or its address; one whose secret cannot be read gets a new one. */
export function EditEndpointDialog({ endpoint, action, onClose }: DialogProps & { action: SecretAction }) {
  const isUnreadable = endpoint.statusReason === 'unreadable';
  return (
    <RevealDialog
      title={`${isUnreadable ? 'Set' : 'Edit'} ${endpointName(endpoint)}${isUnreadable ? ' again' : ''}`}
      titleWhenDone="The endpoint has a new secret"
      submitLabel="Save"
      draft={`edit-endpoint ${endpoint.id}`}
      action={action}
      onClose={onClose}
      onDone={closing(onClose)}
      reveal={({ secret }) => <ShownSecret secret={secret} onClose={onClose} />}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="webhookId" value={endpoint.id} />
          <AddressField
            label={isUnreadable ? 'Address' : 'New address (optional)'}
            hint={isUnreadable ? 'The stored one cannot be decrypted.' : 'Left empty, the address stays.'}
            error={errors.url}
          />
          <EventChoices chosen={endpoint.eventTypes} typed={typed} error={errors.events} />
        </>
      )}
    </RevealDialog>
  );
}

/** Gives an endpoint a new secret, then shows it. */
export function RotateSecretDialog({ endpoint, action, onClose }: DialogProps & { action: SecretAction }) {
  return (
    <RevealDialog
      title={`Rotate the secret of ${endpointName(endpoint)}`}
      description="Requests carry two signatures for 24 hours, by the new secret and by the one before, so that you can change it without a gap."
      titleWhenDone="The new secret is ready"
      submitLabel="Rotate secret"
      draft={`rotate-secret ${endpoint.id}`}
      action={action}
      onClose={onClose}
      reveal={({ secret }) => <ShownSecret secret={secret} onClose={onClose} />}
    >
      {() => <input type="hidden" name="webhookId" value={endpoint.id} />}
    </RevealDialog>
  );
}

export function SwitchDialog({ endpoint, action, onClose }: DialogProps & { action: FormAction }) {
  const isOn = endpoint.status === 'on';
  return (
    <ActionDialog
      title={`Switch ${isOn ? 'off' : 'on'} ${endpointName(endpoint)}`}
      description={
        isOn
          ? 'What happens while it is off is not sent to it, later neither.'
          : 'Its failures so far are forgotten. Events that still wait for it are sent then.'
      }
      confirmLabel={isOn ? 'Switch off' : 'Switch on'}
      isDangerous={false}
      fields={{ webhookId: endpoint.id, on: isOn ? 'no' : 'yes' }}
      action={action}
      onClose={onClose}
    />
  );
}

export function RemoveEndpointDialog({ endpoint, action, onClose }: DialogProps & { action: FormAction }) {
  return (
    <ActionDialog
      title={`Remove ${endpointName(endpoint)}`}
      description="Its delivery log goes with it, and what waits is not sent. This cannot be undone."
      confirmLabel="Remove endpoint"
      fields={{ webhookId: endpoint.id }}
      action={action}
      onClose={onClose}
    />
  );
}
