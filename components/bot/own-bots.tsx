'use client';

import { CircleDashed, Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { Num } from '@/components/ui/num';
import { Pagination } from '@/components/ui/pagination';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/states';
import { ToggleGroup, ToggleGroupItem, ToggleLinks } from '@/components/ui/toggle-group';
import { ownBotsParams } from '@/lib/contract/own-bots';
import { paths } from '@/lib/contract/paths';
import type { BotListQuery } from '@/lib/domain/bots/bot-list';
import { ownBotsQuery } from '@/lib/queries/bots';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { numberOf, ownBotsPages, ROWS_COOKIE, sortLinks, summaryOf } from '@/lib/view/own-bots';
import { BotRow } from './bot-row';
import { BotSummary } from './bot-summary';

/** So few bots are seen at a glance: no search and no order to choose. */
const UNSORTED_MAX = 5;

/** Drawn in the first HTML, but its code is loaded only where it is. */
const CombinedCard = dynamic(() =>
  import('@/components/charts/combined-card').then((file) => file.CombinedCard),
);

/** As long as browsers keep a cookie. */
const COOKIE_SECONDS = 400 * 86_400;

type OwnBotsProps = {
  query: BotListQuery;
  isAdmin: boolean;
  /** Whether all bots are drawn together too. */
  isCombined: boolean;
  isCompact: boolean;
};

/** The signed-in person's bots, refreshed regularly. */
export function OwnBots({ query, isAdmin, isCombined, isCompact }: OwnBotsProps) {
  const { data: view } = useLive(ownBotsQuery(query), LIVE.page);
  const owned = numberOf(view.counts);
  const router = useRouter();
  const [rows, setRows] = useState(isCompact ? 'compact' : 'large');

  /** In a cookie, so that the first HTML has it. */
  function choose(size: string) {
    setRows(size);
    const secure = window.location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: no secret, and Firefox and Safari have no other way in all versions
    document.cookie = `${ROWS_COOKIE}=${size}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
    // The router keeps pages for the back button.
    router.refresh();
  }

  if (owned === 0) {
    return (
      <div className="rounded border bg-surface">
        <EmptyState
          title="No bots yet"
          icon={<CircleDashed />}
          actions={isAdmin && <ButtonLink href={paths.admin.bots}>All bots</ButtonLink>}
        >
          {isAdmin
            ? 'You register bots in the list of all bots. Those that you own appear here.'
            : 'An admin registers bots and gives them to their owners. Yours will appear here.'}
        </EmptyState>
      </div>
    );
  }
  const { q: _, ...kept } = Object.fromEntries(ownBotsParams({ ...query, page: 1 }));
  return (
    <div className="flex flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <BotSummary parts={summaryOf(view.counts, query)} />
        {owned > 1 && view.totals !== null && (
          <dl className="flex gap-4" title="The last reports of all your bots, added up">
            <Total label="Servers" value={view.totals.servers} />
            <Total label="Users" value={view.totals.users} />
          </dl>
        )}
      </div>
      {isCombined && (
        // Below the list where they are below each other: three charts would fill the first screen.
        <div className="max-lg:order-last">
          <CombinedCard />
        </div>
      )}
      {(owned > UNSORTED_MAX || view.total !== owned || query.text !== '') && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <SearchBox label="Search name or id" action={paths.bots} value={query.text} keep={kept} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ToggleGroup
              aria-label="Size of the rows"
              value={rows}
              onValueChange={choose}
              className="no-script-hide"
            >
              <ToggleGroupItem value="large">Large</ToggleGroupItem>
              <ToggleGroupItem value="compact">Compact</ToggleGroupItem>
            </ToggleGroup>
            <ToggleLinks aria-label="Sort by" value={query.sort} options={sortLinks(query)} />
          </div>
        </div>
      )}
      <div className="mb-4 min-w-0 rounded border bg-surface">
        {view.bots.map((bot) => (
          <BotRow
            key={bot.id}
            bot={bot}
            nowMs={view.nowMs}
            isAdmin={isAdmin}
            isCompact={rows === 'compact'}
          />
        ))}
        {view.total === 0 && (
          <EmptyState
            title="No bots found"
            icon={<Search />}
            actions={<ButtonLink href={paths.bots}>Show all bots</ButtonLink>}
          >
            None of your bots matches the search and the chosen state.
          </EmptyState>
        )}
      </div>
      <p className="mb-4 text-muted text-xs">The mark shows the expected use by now.</p>
      {view.total > view.bots.length && <Pagination noun="bots" one="bot" {...ownBotsPages(view, query)} />}
    </div>
  );
}

const Total = ({ label, value }: { label: string; value: number }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="font-semibold">
      <Num value={value} />
    </dd>
  </div>
);
