'use client';

import { Bot, X } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { ListPage } from '@/components/ui/list-page';
import { EmptyState } from '@/components/ui/states';
import { paths } from '@/lib/contract/paths';
import { BOT_GROUPS } from '@/lib/domain/bots/bot-counts';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { BotRow } from '@/lib/view/admin-rows';
import { listHref } from '@/lib/view/list-query';
import { GROUP_WORDS } from '@/lib/view/state-words';
import { botColumns } from './bot-columns';
import { BotMenu } from './bot-menu';
import { EditBot, RegisterBot } from './edit-bot';

type Props = {
  rows: readonly BotRow[];
  total: number;
  query: PageQuery;
  nowMs: number;
  /** The reader's own address. */
  ownEmail: string;
};

const PATH = paths.admin.bots;

/** All bots, for admins: register, edit, disable, delete. */
export function BotsAdmin({ rows, total, query, nowMs, ownEmail }: Props) {
  const register = <RegisterBot ownEmail={ownEmail} />;
  return (
    <ListPage
      title="Bots"
      path={PATH}
      query={query}
      total={total}
      noun="bots"
      one="bot"
      searchLabel="Search name, id or owner"
      actions={register}
      filter={<BotFilter query={query} />}
      whenEmpty={
        <EmptyState title="No bots yet" icon={<Bot />} actions={register}>
          Register the first one for its owner, then create its key.
        </EmptyState>
      }
    >
      <DataTable
        label="Bots"
        columns={columns(nowMs)}
        rows={rows}
        keyOf={({ id }) => id}
        sorted={{ path: PATH, query }}
        actions={(row) => (
          <>
            <EditBot size="sm" bot={row} ownEmail={ownEmail}>
              Edit
              <span className="sr-only">{` ${row.name}`}</span>
            </EditBot>
            <BotMenu row={row} />
          </>
        )}
      />
    </ListPage>
  );
}

/** Left out where the table would be wider than the page; the state tells who is silent. */
const WIDE = 'sm:max-lg:hidden';

function columns(nowMs: number): readonly Column<BotRow>[] {
  const { name, owner, state, used, lastReport } = botColumns(nowMs);
  return [
    {
      ...name,
      sort: 'name',
      className: 'max-w-36 truncate lg:max-w-44 xl:max-w-72',
      cell: (row) => (
        <>
          <span className="font-medium">{name.cell(row)}</span>
          <code translate="no" className="block text-muted text-xs">
            {row.id}
          </code>
        </>
      ),
    },
    { ...owner, sort: 'owner', className: 'max-w-24 truncate lg:max-w-32 xl:max-w-60' },
    { header: 'Plan', sort: 'plan', cell: ({ planName }) => planName },
    state,
    used,
    { ...lastReport, sort: 'report', className: WIDE, headClassName: WIDE },
  ];
}

/** The filters with which a link opened the list of bots; each can be removed. */
function BotFilter({ query }: { query: PageQuery }) {
  const { owner, state: given } = query.filters ?? {};
  const state = BOT_GROUPS.find((name) => name === given);
  const without = (name: string) => {
    const { [name]: _, ...filters } = query.filters ?? {};
    return listHref(paths.admin.bots, query, { filters });
  };
  return (
    <>
      {owner !== undefined && (
        <ButtonLink
          href={without('owner')}
          aria-label={`Remove the filter: owner ${owner}`}
          className="min-w-0 shrink"
        >
          <span className="truncate" title={owner}>{`Owner: ${owner}`}</span>
          <X />
        </ButtonLink>
      )}
      {state !== undefined && (
        <ButtonLink href={without('state')} aria-label={`Remove the filter: ${GROUP_WORDS[state]}`}>
          <span>{`${GROUP_WORDS[state]} at the last count`}</span>
          <X />
        </ButtonLink>
      )}
    </>
  );
}
