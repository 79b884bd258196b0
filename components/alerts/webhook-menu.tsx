'use client';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogButton } from '@/components/ui/dialog-button';
import { type RowDialog, RowMenu } from '@/components/ui/row-actions';
import { removeWebhookAction, setWebhookOnAction } from '@/lib/actions/webhooks';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import { webhookName } from '@/lib/view/webhook-state';
import { SendTest } from './send-test';
import { ChangeAddressDialog, RotateSecretDialog } from './webhook-dialogs';

type Props = {
  webhook: Webhook;
  /** Called with a secret that was made, and its title. */
  onMade: (title: string, secret: string) => void;
};

/** What is done with a webhook. */
export function WebhookMenu({ webhook, onMade }: Props) {
  const { id, kind, status, statusReason } = webhook;
  const name = webhookName(webhook);
  const isUnreadable = statusReason === 'unreadable';
  const isOn = status === 'on';
  const address: RowDialog = {
    label: 'Change address…',
    dialog: (onClose) => (
      <ChangeAddressDialog
        webhook={webhook}
        onMade={({ secret }) => onMade('The webhook has a new secret', secret)}
        onClose={onClose}
      />
    ),
  };
  return (
    <>
      {isOn && <SendTest webhookId={id} name={name} />}
      {isUnreadable && (
        <DialogButton size="sm" dialog={address.dialog}>
          Set again…
          <span className="sr-only">{` ${name}`}</span>
        </DialogButton>
      )}
      <RowMenu
        name={name}
        items={[
          address,
          !isUnreadable &&
            kind === 'signed' && {
              label: 'Rotate secret…',
              dialog: (onClose) => (
                <RotateSecretDialog
                  webhook={webhook}
                  onMade={({ secret }) => onMade('The new secret is ready', secret)}
                  onClose={onClose}
                />
              ),
            },
          !isUnreadable && {
            label: isOn ? 'Switch off…' : 'Switch on…',
            dialog: (onClose) => (
              <ConfirmDialog
                title={`Switch ${isOn ? 'off' : 'on'} ${name}`}
                description={
                  isOn
                    ? 'Events that happen while it is off are never sent to it.'
                    : 'Its failure count starts again, and waiting events are sent.'
                }
                submitLabel={isOn ? 'Switch off' : 'Switch on'}
                isDangerous={false}
                action={setWebhookOnAction}
                hidden={{ webhookId: id, on: isOn ? 'no' : 'yes' }}
                onClose={onClose}
              />
            ),
          },
          {
            label: 'Remove…',
            variant: 'destructive',
            dialog: (onClose) => (
              <ConfirmDialog
                title={`Remove ${name}`}
                description="Its delivery log is deleted, and waiting events are not sent. This cannot be undone."
                submitLabel="Remove webhook"
                action={removeWebhookAction}
                hidden={{ webhookId: id }}
                onClose={onClose}
              />
            ),
          },
        ]}
      />
    </>
  );
}
