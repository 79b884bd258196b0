'use client';

import { Bell, Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import type { WebhookLimit } from '@/lib/view/webhook-limit';
import { ChannelsTable, type OwnChannel, type RowDialog, type WebhookItem } from './channels-table';
import { DiscordPreview, type PreviewedMessage } from './discord-preview';
import {
  AddWebhookDialog,
  ChangeAddressDialog,
  RemoveWebhookDialog,
  RotateSecretDialog,
  SwitchDialog,
} from './webhook-dialogs';

type Opened =
  | { readonly what: 'discord' | 'signed' }
  | { readonly what: RowDialog; readonly webhook: Webhook };

type Props = {
  botId: string;
  isOwner: boolean;
  /** Where the owner's mails go; `null` if this service sends none. */
  mailAddress: string | null;
  items: readonly WebhookItem[];
  limit: WebhookLimit;
  preview: PreviewedMessage;
  nowMs: number;
};

/** The channels of a bot's events: the app, email and webhooks, with their dialogs. */
export function ChannelsCard({ botId, isOwner, mailAddress, items, limit, preview, nowMs }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const own: readonly OwnChannel[] = [
    { name: 'In the app', icon: <Bell />, detail: 'The bell, and the list under Notifications', isOn: true },
    {
      name: 'Email',
      icon: <Mail />,
      detail: mailAddress ?? 'The operator of this service sets it up with SMTP_URL.',
      isOn: mailAddress !== null,
    },
  ];
  return (
    <Card
      title={isOwner ? 'Where you are notified' : 'Where its owner is notified'}
      aside={
        limit.hasRoom && (
          <span className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => setOpened({ what: 'discord' })}>
              <Plus />
              Add Discord
            </Button>
            {!limit.isDiscordOnly && (
              <Button onClick={() => setOpened({ what: 'signed' })}>
                <Plus />
                Add webhook
              </Button>
            )}
          </span>
        )
      }
    >
      <p className="pb-2 text-muted text-sm">{limit.text}</p>
      <ChannelsTable
        own={own}
        items={items}
        nowMs={nowMs}
        onOpen={(what, webhook) => setOpened({ what, webhook })}
      />
      <details className="mt-2">
        <summary className="min-h-6 rounded-inner text-muted text-sm">How a message in Discord looks</summary>
        <DiscordPreview {...preview} />
      </details>
      {(opened?.what === 'discord' || opened?.what === 'signed') && (
        <AddWebhookDialog botId={botId} kind={opened.what} onClose={close} />
      )}
      {opened?.what === 'address' && <ChangeAddressDialog {...opened} onClose={close} />}
      {opened?.what === 'rotate' && <RotateSecretDialog {...opened} onClose={close} />}
      {opened?.what === 'switch' && <SwitchDialog {...opened} onClose={close} />}
      {opened?.what === 'remove' && <RemoveWebhookDialog {...opened} onClose={close} />}
    </Card>
  );
}
