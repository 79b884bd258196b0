'use client';

import { Bot, X } from 'lucide-react';
import { stateChips } from '@/components/bot/state-chips';
import { ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { ListPage } from '@/components/ui/list-page';
import { EmptyState } from '@/components/ui/states';
import { paths } from '@/lib/contract/paths';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { BotRow } from '@/lib/view/admin-rows';
import { listHref } from '@/lib/view/list-query';
import { botColumns } from './bot-columns';
import { BotMenu } from './bot-menu';
import { EditBot, RegisterBot } from './edit-bot';
import { countsOf } from './state-chips';

type Props = {
  rows: readonly BotRow[];
  total: number;
  query: PageQuery;
  nowMs: number;
  /** As last counted. */
  groups: BotCounts['groups'] | null;
  /** The reader's own address. */
  ownEmail: string;
};

const PATH = paths.admin.bots;

/** All bots, for admins: register, edit, disable, delete. */
export function BotsAdmin({ rows, total, query, nowMs, groups, ownEmail }: Props) {
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
      {...(groups !== null && { states: stateChips(countsOf(groups), query.filters?.state) })}
      filter={<OwnerFilter query={query} />}
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
    { ...owner, sort: 'owner', className: 'max-w-16 truncate lg:max-w-32 xl:max-w-60' },
    { header: 'Plan', sort: 'plan', cell: ({ planName }) => planName },
    state,
    used,
    { ...lastReport, sort: 'report', className: WIDE, headClassName: WIDE },
  ];
}

/** The owner whose bots a link has opened; can be removed. */
function OwnerFilter({ query }: { query: PageQuery }) {
  const { owner, ...filters } = query.filters ?? {};
  if (owner === undefined) return null;
  return (
    <ButtonLink
      href={listHref(PATH, query, { filters })}
      aria-label={`Remove the filter: owner ${owner}`}
      className="min-w-0 shrink"
    >
      <span className="truncate" title={owner}>{`Owner: ${owner}`}</span>
      <X />
    </ButtonLink>
  );
}
