'use client';

import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { AGO_WIDTH } from '@/components/ui/column-width';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago, Time } from '@/components/ui/time';
import type { KeyItem } from '@/lib/contract/keys-view';
import { paths } from '@/lib/contract/paths';
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs';
import { KeyState } from './key-state';

type Opened = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly item: KeyItem };

type Props = {
  items: readonly KeyItem[];
  /** The bot for which keys can be created here; without it the list has no create button. */
  botId?: string;
  /** Names of bots by id, for a list of several bots' keys. */
  botNames?: Readonly<Record<string, string>>;
  origin: string;
  nowMs: number;
};

/** Left out where the table of all bots would be wider than the page. */
const WIDE = 'sm:max-lg:hidden';

/** A table of keys with their actions. */
export function KeysTable({ items, botId, botNames, origin, nowMs }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const create = botId !== undefined && (
    <Button variant="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus />
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
                <Head className={cn(botNames && WIDE)}>Created</Head>
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
                  <Cell label="Name" className="max-w-60 truncate font-medium" title={item.name}>
                    <bdi>{item.name}</bdi>
                  </Cell>
                  {botNames && (
                    <Cell label="Bot" className="max-w-60 truncate" title={botNames[item.botId]}>
                      <Link href={paths.bot(item.botId).keys} className="underline-offset-4 hover:underline">
                        <bdi>{botNames[item.botId] ?? item.botId}</bdi>
                      </Link>
                    </Cell>
                  )}
                  <Cell label="Last four">
                    <code translate="no">{`…${item.last4}`}</code>
                  </Cell>
                  <Cell label="State" className="max-xl:whitespace-normal lg:min-w-40">
                    <KeyState item={item} nowMs={nowMs} />
                  </Cell>
                  <Cell label="Created" className={botNames ? WIDE : 'max-lg:whitespace-normal'}>
                    <Time atMs={item.createdAtMs} />
                  </Cell>
                  <Cell label="Expires" className="max-lg:whitespace-normal">
                    {item.expiresAtMs === null ? 'Never' : <Time atMs={item.expiresAtMs} />}
                  </Cell>
                  <Cell label="Last used" className={AGO_WIDTH}>
                    {item.lastUsedAtMs === null ? 'Never' : <Ago atMs={item.lastUsedAtMs} nowMs={nowMs} />}
                  </Cell>
                  <Cell className="text-right">
                    {item.state === 'live' && (
                      <div className="flex items-end justify-end gap-2 sm:max-lg:flex-col">
                        {item.replacedByLast4 === null && (
                          <RowButton
                            verb="Rotate"
                            item={item}
                            onClick={() => setOpened({ what: 'rotate', item })}
                          />
                        )}
                        <RowButton
                          verb="Revoke"
                          item={item}
                          onClick={() => setOpened({ what: 'revoke', item })}
                        />
                      </div>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {opened?.what === 'create' && botId !== undefined && (
        <CreateKeyDialog botId={botId} origin={origin} onClose={close} />
      )}
      {opened?.what === 'rotate' && <RotateKeyDialog item={opened.item} origin={origin} onClose={close} />}
      {opened?.what === 'revoke' && <RevokeKeyDialog item={opened.item} nowMs={nowMs} onClose={close} />}
    </>
  );
}

function RowButton({ verb, item, onClick }: { verb: string; item: KeyItem; onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      <span>{`${verb}…`}</span>
      <span className="sr-only">{` ${item.name}`}</span>
    </Button>
  );
}
