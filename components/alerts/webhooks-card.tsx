'use client';

import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/states';
import type { FormAction } from '@/lib/contract/form-state';
import type { ShownSecretValue } from '@/lib/contract/shown';
import type { Endpoint } from '@/lib/domain/alerts/endpoint';
import type { EndpointLimit } from '@/lib/view/endpoint-limit';
import {
  AddEndpointDialog,
  EditEndpointDialog,
  RemoveEndpointDialog,
  RotateSecretDialog,
  SwitchDialog,
} from './endpoint-dialogs';
import { type EndpointItem, EndpointsTable, type RowDialog } from './endpoints-table';

export type EndpointActions = {
  readonly create: FormAction<ShownSecretValue>;
  readonly change: FormAction<ShownSecretValue>;
  readonly rotate: FormAction<ShownSecretValue>;
  readonly turn: FormAction;
  readonly remove: FormAction;
  readonly test: FormAction;
};

type Opened = { readonly what: 'add' } | { readonly what: RowDialog; readonly endpoint: Endpoint };

type Props = {
  botId: string;
  items: readonly EndpointItem[];
  limit: EndpointLimit;
  nowMs: number;
  actions: EndpointActions;
};

/** The webhook endpoints of a bot, with their dialogs. */
export function EndpointsCard({ botId, items, limit, nowMs, actions }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const add = limit.hasRoom && (
    <Button variant="primary" onClick={() => setOpened({ what: 'add' })}>
      <Plus />
      Add endpoint
    </Button>
  );
  return (
    <Card title="Endpoints" aside={items.length > 0 && add}>
      <p className="pb-2 text-muted text-sm">{limit.text}</p>
      {items.length === 0 ? (
        <EmptyState title="No endpoints" icon={<Webhook />} actions={add}>
          Events can be sent to a Discord channel or to a program of yours, as soon as they happen.
        </EmptyState>
      ) : (
        <EndpointsTable
          items={items}
          nowMs={nowMs}
          test={actions.test}
          onOpen={(what, endpoint) => setOpened({ what, endpoint })}
        />
      )}
      {opened?.what === 'add' && (
        <AddEndpointDialog
          botId={botId}
          isDiscordOnly={limit.isDiscordOnly}
          action={actions.create}
          onClose={close}
        />
      )}
      {opened?.what === 'edit' && <EditEndpointDialog {...opened} action={actions.change} onClose={close} />}
      {opened?.what === 'rotate' && (
        <RotateSecretDialog {...opened} action={actions.rotate} onClose={close} />
      )}
      {opened?.what === 'switch' && <SwitchDialog {...opened} action={actions.turn} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveEndpointDialog {...opened} action={actions.remove} onClose={close} />
      )}
    </Card>
  );
}
