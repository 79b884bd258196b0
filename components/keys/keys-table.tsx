'use client';

import { CircleCheck, CircleSlash, Clock, Ellipsis, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { MenuItem } from '@/components/ui/menu-items';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago, Time } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import type { KeyItem } from '@/lib/view/key-item';
import { CreateKeyDialog, type KeyActions, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs';

type Opened = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly item: KeyItem };

type Props = {
  items: readonly KeyItem[];
  /** The bot for which keys can be created here; without it the list has no create button. */
  botId?: string;
  /** Names of bots by id, for a list of several bots' keys. */
  botNames?: Readonly<Record<string, string>>;
  origin: string;
  nowMs: number;
  actions: KeyActions;
};

/** A table of keys with their actions. */
export function KeysTable({ items, botId, botNames, origin, nowMs, actions }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const create = botId !== undefined && (
    <Button variant="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus aria-hidden="true" />
      Create key
    </Button>
  );
  return (
    <>
      {create && items.length > 0 && <div className="mb-4 flex justify-end">{create}</div>}
      <div className="rounded border bg-surface">
        {items.length === 0 ? (
          <EmptyState title="No keys" icon={<KeyRound />} actions={create}>
            A bot needs a key to report. It is shown once, when it is created.
          </EmptyState>
        ) : (
          <Table label="API keys" isStacked>
            <thead>
              <tr>
                <Head>Name</Head>
                {botNames && <Head>Bot</Head>}
                <Head>Last four</Head>
                <Head>State</Head>
                <Head>Created</Head>
                <Head>Expires</Head>
                <Head>Last used</Head>
                <Head>
                  <span className="sr-only">Actions</span>
                </Head>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={item.id}>
                  <Cell label="Name" className="max-w-60 truncate font-medium">
                    <bdi>{item.name}</bdi>
                  </Cell>
                  {botNames && (
                    <Cell label="Bot" className="max-w-60 truncate">
                      <Link href={paths.bot(item.botId).keys} className="underline-offset-4 hover:underline">
                        <bdi>{botNames[item.botId] ?? item.botId}</bdi>
                      </Link>
                    </Cell>
                  )}
                  <Cell label="Last four">
                    <code>…{item.last4}</code>
                  </Cell>
                  <Cell label="State">
                    <KeyState state={item.state} />
                  </Cell>
                  <Cell label="Created">
                    <Time atMs={item.createdAtMs} />
                  </Cell>
                  <Cell label="Expires">
                    {item.expiresAtMs === null ? 'Never' : <Time atMs={item.expiresAtMs} />}
                  </Cell>
                  <Cell label="Last used">
                    {item.lastUsedAtMs === null ? 'Never' : <Ago atMs={item.lastUsedAtMs} nowMs={nowMs} />}
                  </Cell>
                  <Cell className="text-right">
                    {item.state === 'live' && (
                      <Menu trigger={<IconButton label={`Actions for ${item.name}`} icon={<Ellipsis />} />}>
                        <MenuItem onSelect={() => setOpened({ what: 'rotate', item })}>Rotate…</MenuItem>
                        <MenuItem isDangerous onSelect={() => setOpened({ what: 'revoke', item })}>
                          Revoke…
                        </MenuItem>
                      </Menu>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {opened?.what === 'create' && botId !== undefined && (
        <CreateKeyDialog botId={botId} origin={origin} action={actions.create} onClose={close} />
      )}
      {opened?.what === 'rotate' && (
        <RotateKeyDialog item={opened.item} origin={origin} action={actions.rotate} onClose={close} />
      )}
      {opened?.what === 'revoke' && (
        <RevokeKeyDialog item={opened.item} nowMs={nowMs} action={actions.revoke} onClose={close} />
      )}
    </>
  );
}

const STATES = {
  live: { tone: 'healthy', word: 'Live', icon: CircleCheck },
  expired: { tone: 'neutral', word: 'Expired', icon: Clock },
  revoked: { tone: 'neutral', word: 'Revoked', icon: CircleSlash },
} as const;

function KeyState({ state }: { state: KeyItem['state'] }) {
  const { tone, word, icon: Icon } = STATES[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  );
}
