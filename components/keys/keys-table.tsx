'use client';

import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import { AGO_WIDTH } from '@/components/ui/column-width';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';
import { Ago, Time } from '@/components/ui/time';
import type { KeyItem } from '@/lib/contract/keys-view';
import { paths } from '@/lib/contract/paths';
import type { ShownKeyValue } from '@/lib/contract/shown';
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog, ShownKey } from './key-dialogs';
import { KeyState } from './key-state';

type Props = {
  items: readonly KeyItem[];
  /** The bot for which keys can be created here; without it the list has no create button. */
  botId?: string;
  /** Names of bots by id, for a list of several bots' keys. */
  botNames?: Readonly<Record<string, string>>;
  origin: string;
  nowMs: number;
};

/** A table of keys with their actions. A new key is shown by the table: the row of the one that it replaces may move to another page. */
export function KeysTable({ items, botId, botNames, origin, nowMs }: Props) {
  const [made, setMade] = useState<{ title: string; apiKey: string } | null>(null);
  const show =
    (title: string) =>
    ({ key }: ShownKeyValue) =>
      setMade({ title, apiKey: key });
  const create = botId !== undefined && (
    <DialogButton
      variant="primary"
      dialog={(close) => <CreateKeyDialog botId={botId} onMade={show('The key is ready')} onClose={close} />}
    >
      <Plus />
      Create key
    </DialogButton>
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
          <DataTable
            label="API keys"
            columns={columns(nowMs, botNames)}
            rows={items}
            keyOf={({ id }) => id}
            actions={(item) =>
              item.state === 'live' && (
                <KeyButtons {...{ item, nowMs }} onMade={show('The new key is ready')} />
              )
            }
          />
        )}
      </div>
      {made !== null && <ShownKey {...made} origin={origin} onClose={() => setMade(null)} />}
    </>
  );
}

type ButtonsProps = { item: KeyItem; nowMs: number; onMade: (key: ShownKeyValue) => void };

const KeyButtons = ({ item, nowMs, onMade }: ButtonsProps) => (
  <span className="flex items-end justify-end gap-2 sm:max-lg:flex-col">
    {item.replacedByLast4 === null && (
      <DialogButton
        size="sm"
        dialog={(close) => <RotateKeyDialog item={item} onMade={onMade} onClose={close} />}
      >
        Rotate…
        <span className="sr-only">{` ${item.name}`}</span>
      </DialogButton>
    )}
    <DialogButton size="sm" dialog={(close) => <RevokeKeyDialog {...{ item, nowMs }} onClose={close} />}>
      Revoke…
      <span className="sr-only">{` ${item.name}`}</span>
    </DialogButton>
  </span>
);

/** Left out where the table of all bots would be wider than the page. */
const WIDE = 'sm:max-lg:hidden';

const columns = (nowMs: number, botNames: Props['botNames']): readonly (Column<KeyItem> | false)[] => [
  {
    header: 'Name',
    className: 'max-w-60 truncate font-medium',
    title: ({ name }) => name,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  botNames !== undefined && {
    header: 'Bot',
    className: 'max-w-60 truncate',
    title: ({ botId }) => botNames[botId],
    cell: ({ botId }) => (
      <Link href={paths.bot(botId).keys} className="underline-offset-4 hover:underline">
        <bdi>{botNames[botId] ?? botId}</bdi>
      </Link>
    ),
  },
  { header: 'Last four', cell: ({ last4 }) => <code translate="no">{`…${last4}`}</code> },
  {
    header: 'State',
    className: 'max-xl:whitespace-normal lg:min-w-40',
    cell: (item) => <KeyState item={item} nowMs={nowMs} />,
  },
  {
    header: 'Created',
    className: botNames ? WIDE : 'max-lg:whitespace-normal',
    headClassName: cn(botNames && WIDE),
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
  {
    header: 'Expires',
    className: 'max-lg:whitespace-normal',
    cell: ({ expiresAtMs }) => (expiresAtMs === null ? 'Never' : <Time atMs={expiresAtMs} />),
  },
  {
    header: 'Last used',
    className: AGO_WIDTH,
    cell: ({ lastUsedAtMs }) => (lastUsedAtMs === null ? 'Never' : <Ago atMs={lastUsedAtMs} nowMs={nowMs} />),
  },
];
