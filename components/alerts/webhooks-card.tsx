'use client';

import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/states';
import type { FormAction } from '@/lib/contract/form-state';
import type { ShownSecretValue } from '@/lib/contract/shown';
import type { Webhook } from '@/lib/domain/alerts/webhook';
import type { WebhookLimit } from '@/lib/view/webhook-limit';
import {
  AddWebhookDialog,
  EditWebhookDialog,
  RemoveWebhookDialog,
  RotateSecretDialog,
  SwitchDialog,
} from './webhook-dialogs';
import { type RowDialog, type WebhookItem, WebhooksTable } from './webhooks-table';

export type WebhookActions = {
  readonly create: FormAction<ShownSecretValue>;
  readonly change: FormAction<ShownSecretValue>;
  readonly rotate: FormAction<ShownSecretValue>;
  readonly turn: FormAction;
  readonly remove: FormAction;
  readonly test: FormAction;
};

type Opened = { readonly what: 'add' } | { readonly what: RowDialog; readonly webhook: Webhook };

type Props = {
  botId: string;
  items: readonly WebhookItem[];
  limit: WebhookLimit;
  nowMs: number;
  actions: WebhookActions;
};

/** The webhooks of a bot, with their dialogs. */
export function WebhooksCard({ botId, items, limit, nowMs, actions }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const add = limit.hasRoom && (
    <Button variant="primary" onClick={() => setOpened({ what: 'add' })}>
      <Plus />
      Add webhook
    </Button>
  );
  return (
    <Card title="Webhooks" aside={items.length > 0 && add}>
      <p className="pb-2 text-muted text-sm">{limit.text}</p>
      {items.length === 0 ? (
        <EmptyState title="No webhooks" icon={<WebhookIcon />} actions={add}>
          Events can be sent to a Discord channel or to a program of yours, as soon as they happen.
        </EmptyState>
      ) : (
        <WebhooksTable
          items={items}
          nowMs={nowMs}
          test={actions.test}
          onOpen={(what, webhook) => setOpened({ what, webhook })}
        />
      )}
      {opened?.what === 'add' && (
        <AddWebhookDialog
          botId={botId}
          isDiscordOnly={limit.isDiscordOnly}
          action={actions.create}
          onClose={close}
        />
      )}
      {opened?.what === 'edit' && <EditWebhookDialog {...opened} action={actions.change} onClose={close} />}
      {opened?.what === 'rotate' && (
        <RotateSecretDialog {...opened} action={actions.rotate} onClose={close} />
      )}
      {opened?.what === 'switch' && <SwitchDialog {...opened} action={actions.turn} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveWebhookDialog {...opened} action={actions.remove} onClose={close} />
      )}
    </Card>
  );
}
