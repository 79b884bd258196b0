'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleDashed, Search } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { SearchBox } from '@/components/ui/search-box';
import { SegmentedLinks } from '@/components/ui/segmented';
import { EmptyState } from '@/components/ui/states';
import { type OwnBotsView, ownBotsParams } from '@/lib/contract/own-bots';
import { paths } from '@/lib/contract/paths';
import type { BotListQuery } from '@/lib/domain/bot-list-query';
import { ownBotsQuery } from '@/lib/queries/dashboard';
import { ownBotsPages, sortLinks, summaryOf } from '@/lib/view/own-bots';
import { BotRow } from './bot-row';
import { BotSummary } from './bot-summary';
import { Live } from './live';
import { StaleNotice } from './stale-notice';

/** So few bots are seen at a glance: no search and no order to choose. */
const UNSORTED_MAX = 5;

type OwnBotsProps = { first: OwnBotsView; query: BotListQuery };

/** The signed-in person's bots, refreshed regularly. */
export function OwnBots(props: OwnBotsProps) {
  return (
    <Live>
      <List {...props} />
    </Live>
  );
}

function List({ first, query }: OwnBotsProps) {
  const { data, error } = useQuery({ ...ownBotsQuery(query), initialData: first });
  const owned = Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  if (owned === 0) {
    return (
      <div className="rounded border bg-surface">
        <EmptyState title="No bots yet" icon={<CircleDashed />}>
          An administrator registers bots and gives them to their owners. Yours will appear here.
        </EmptyState>
      </div>
    );
  }
  const { q: _, ...kept } = Object.fromEntries(ownBotsParams({ ...query, page: 1 }));
  return (
    <>
      <StaleNotice error={error} />
      <BotSummary parts={summaryOf(data.counts, query)} />
      {(owned > UNSORTED_MAX || data.total !== owned || query.text !== '') && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <SearchBox label="Search name or id" action={paths.bots} value={query.text} keep={kept} />
          <SegmentedLinks label="Sort by" value={query.sort} options={sortLinks(query)} />
        </div>
      )}
      <div className="mb-4 min-w-0 rounded border bg-surface">
        {data.bots.map((bot) => (
          <BotRow key={bot.id} bot={bot} nowMs={data.nowMs} />
        ))}
        {data.total === 0 && (
          <EmptyState
            title="No bots found"
            icon={<Search />}
            actions={<ButtonLink href={paths.bots}>Show all bots</ButtonLink>}
          >
            None of your bots matches the search and the chosen state.
          </EmptyState>
        )}
      </div>
      <p className="mb-4 text-muted text-xs">
        The line across a quota marks what one report per interval would have used by now.
      </p>
      {data.total > data.bots.length && <Pagination noun="bots" {...ownBotsPages(data, query)} />}
    </>
  );
}
