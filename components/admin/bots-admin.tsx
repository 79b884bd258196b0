'use client';

import { Bot, Ellipsis, KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { StateBadge } from '@/components/bot/state-badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago } from '@/components/ui/time';
import { paths, withQuery } from '@/lib/contract/paths';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { BotRow } from '@/lib/view/admin-rows';
import { RemoveBotDialog, ToggleBotDialog } from './bot-dialogs';
import { BotFilter } from './bot-filter';
import { SortHead } from './list-head';
import { ListPage } from './list-page';

const BotDialog = dynamic(() => import('./bot-dialog').then((file) => file.BotDialog, dialogNotLoaded), {
  ssr: false,
});

type Opened =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'toggle' | 'remove'; readonly row: BotRow };

type Props = {
  rows: readonly BotRow[];
  total: number;
  query: PageQuery;
  nowMs: number;
  /** The reader's own address. */
  ownEmail: string;
};

const PATH = paths.admin.bots;
/** Left out where the table would be wider than the page; the state tells who is silent. */
const WIDE = 'sm:max-lg:hidden';

/** All bots, for admins: register, edit, disable, delete. */
export function BotsAdmin({ rows, total, query, nowMs, ownEmail }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const register = (
    <Button variant="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus />
      Register bot
    </Button>
  );
  return (
    <>
      <ListPage
        title="Bots"
        path={PATH}
        query={query}
        total={total}
        noun="bots"
        searchLabel="Search name, id or owner"
        actions={register}
        filter={<BotFilter query={query} />}
        whenEmpty={
          <EmptyState title="No bots yet" icon={<Bot />} actions={register}>
            Register the first one for its owner, then create its key.
          </EmptyState>
        }
      >
        <Table label="Bots" isStacked>
          <thead>
            <tr>
              <SortHead path={PATH} query={query} sort="name">
                Name
              </SortHead>
              <SortHead path={PATH} query={query} sort="owner">
                Owner
              </SortHead>
              <SortHead path={PATH} query={query} sort="plan">
                Plan
              </SortHead>
              <Head>State</Head>
              <Head isNumeric>Used</Head>
              <SortHead path={PATH} query={query} sort="report" className={WIDE}>
                Last report
              </SortHead>
              <Head>
                <span className="sr-only">Actions</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id}>
                <Cell label="Name" className="max-w-36 truncate lg:max-w-44 xl:max-w-72" title={row.name}>
                  <Link
                    href={paths.bot(row.id).page}
                    className="font-medium underline-offset-4 hover:underline sm:block sm:truncate"
                  >
                    <bdi>{row.name}</bdi>
                  </Link>
                  <code translate="no" className="block text-muted text-xs">
                    {row.id}
                  </code>
                </Cell>
                <Cell
                  label="Owner"
                  className="max-w-24 truncate lg:max-w-32 xl:max-w-60"
                  title={row.ownerEmail}
                >
                  <Link
                    href={withQuery(paths.admin.users, { q: row.ownerEmail })}
                    className="underline-offset-4 hover:underline sm:block sm:truncate"
                  >
                    <bdi>{row.ownerName}</bdi>
                  </Link>
                </Cell>
                <Cell label="Plan">{row.planName}</Cell>
                <Cell label="State">
                  <StateBadge state={row.state} nowMs={nowMs} />
                </Cell>
                <Cell label="Used" isNumeric>
                  <Num value={row.used} />
                  <span className="text-muted">
                    {' / '}
                    <Num value={row.limit} />
                  </span>
                </Cell>
                <Cell label="Last report" className={WIDE}>
                  {row.lastReportAtMs === null ? 'Never' : <Ago atMs={row.lastReportAtMs} nowMs={nowMs} />}
                </Cell>
                <Cell className="text-right">
                  <span className="inline-flex items-center gap-1">
                    <Button size="sm" onClick={() => setOpened({ what: 'edit', row })}>
                      Edit
                      <span className="sr-only">{` ${row.name}`}</span>
                    </Button>
                    <Menu
                      trigger={<IconButton label={`Actions for ${row.name}`} icon={<Ellipsis />} />}
                      groups={[
                        [
                          { label: 'Keys', icon: <KeyRound />, href: paths.bot(row.id).keys },
                          { label: 'Audit log', href: withQuery(paths.admin.audit, { bot: row.id }) },
                          {
                            label: row.isDisabled ? 'Enable…' : 'Disable…',
                            onSelect: () => setOpened({ what: 'toggle', row }),
                          },
                        ],
                        [
                          {
                            label: 'Delete…',
                            isDestructive: true,
                            onSelect: () => setOpened({ what: 'remove', row }),
                          },
                        ],
                      ]}
                    />
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ListPage>
      {opened?.what === 'create' && <BotDialog ownEmail={ownEmail} onClose={close} />}
      {opened?.what === 'edit' && <BotDialog row={opened.row} ownEmail={ownEmail} onClose={close} />}
      {opened?.what === 'toggle' && <ToggleBotDialog row={opened.row} onClose={close} />}
      {opened?.what === 'remove' && <RemoveBotDialog row={opened.row} onClose={close} />}
    </>
  );
}
