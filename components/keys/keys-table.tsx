'use client';

import { KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { AGO_WIDTH } from '@/components/ui/column-width';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { Link } from '@/components/ui/link';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import { Num } from '@/components/ui/num';
import { RowMenu } from '@/components/ui/row-actions';
import { EmptyState } from '@/components/ui/states';
import { Ago, Time } from '@/components/ui/time';
import type { KeyItem, KeysView } from '@/lib/contract/keys-view';
import { paths } from '@/lib/contract/paths';
import type { ShownKeyValue } from '@/lib/contract/shown';
import { KeyState } from './key-state';
import { RestRows, usedColumns } from './used-columns';

/** Loaded when they open, with what shows a new key. */
const loaded = () => import('./key-dialogs');
const CreateKeyDialog = dynamic(() => loaded().then((file) => file.CreateKeyDialog, dialogNotLoaded), {
  ssr: false,
});
const RotateKeyDialog = dynamic(() => loaded().then((file) => file.RotateKeyDialog, dialogNotLoaded), {
  ssr: false,
});
const RevokeKeyDialog = dynamic(() => loaded().then((file) => file.RevokeKeyDialog, dialogNotLoaded), {
  ssr: false,
});
const ShownKey = dynamic(() => loaded().then((file) => file.ShownKey), { ssr: false });

type Props = {
  items: readonly KeyItem[];
  /** The keys of one bot, with what they used; new ones can be created here. */
  view?: KeysView;
  /** Names of bots by id, for a list of several bots' keys. */
  botNames?: Readonly<Record<string, string>>;
  origin: string;
  nowMs: number;
};

/** A table of keys with their actions. A new key is shown by the table: the row of the one that it replaces may move to another page. */
export function KeysTable({ items, view, botNames = {}, origin, nowMs }: Props) {
  const [made, setMade] = useState<{ title: string; apiKey: string } | null>(null);
  const show =
    (title: string) =>
    ({ key }: ShownKeyValue) =>
      setMade({ title, apiKey: key });
  const create = view && (
    <DialogButton
      variant="primary"
      dialog={(close) => (
        <CreateKeyDialog botId={view.bot.id} onMade={show('The key is ready')} onClose={close} />
      )}
    >
      <Plus />
      Create key
    </DialogButton>
  );
  const table =
    items.length === 0 ? (
      <EmptyState title="No keys" icon={<KeyRound />} actions={create}>
        A bot needs a key to report. It is shown once, when it is created.
      </EmptyState>
    ) : (
      <DataTable
        label="API keys"
        columns={view ? usedColumns(view) : columns(nowMs, botNames)}
        rows={items}
        keyOf={({ id }) => id}
        actions={(item) =>
          item.state === 'live' && <KeyButtons {...{ item, nowMs }} onMade={show('The new key is ready')} />
        }
        footer={view && <RestRows view={view} />}
      />
    );
  return (
    <>
      {view && items.length > 0 ? (
        <Card
          title="Keys"
          aside={
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {view.usage && (
                <p className="text-control text-muted">
                  <strong className="font-medium text-ink">
                    <Num value={view.usage.cycle.used} />
                  </strong>{' '}
                  <span>{view.usage.cycle.used === 1 ? 'call' : 'calls'}</span> this cycle, since{' '}
                  <Time atMs={Date.parse(view.usage.cycle.startedAt)} style="day" />
                </p>
              )}
              {create}
            </div>
          }
        >
          <div className="-mx-4 -mb-4 border-t">{table}</div>
        </Card>
      ) : (
        <div className="rounded border bg-surface">{table}</div>
      )}
      {made !== null && <ShownKey {...made} origin={origin} onClose={() => setMade(null)} />}
    </>
  );
}

type ButtonsProps = { item: KeyItem; nowMs: number; onMade: (key: ShownKeyValue) => void };

const KeyButtons = ({ item, nowMs, onMade }: ButtonsProps) => (
  <>
    {item.replacedByLast4 === null && (
      <DialogButton
        size="sm"
        dialog={(close) => <RotateKeyDialog item={item} onMade={onMade} onClose={close} />}
      >
        Rotate…
        <span className="sr-only">{` ${item.name}`}</span>
      </DialogButton>
    )}
    <RowMenu
      name={item.name}
      items={[
        {
          label: 'Revoke…',
          variant: 'destructive',
          dialog: (onClose) => <RevokeKeyDialog {...{ item, nowMs, onClose }} />,
        },
      ]}
    />
  </>
);

/** Left out where the table of all bots would be wider than the page. */
const WIDE = 'sm:max-lg:hidden';

/** Of the keys of all bots. */
const columns = (nowMs: number, botNames: Readonly<Record<string, string>>): readonly Column<KeyItem>[] => [
  {
    header: 'Name',
    className: 'max-w-60 truncate font-medium',
    title: ({ name }) => name,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
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
    className: WIDE,
    headClassName: WIDE,
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
