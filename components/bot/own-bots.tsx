'use client';

import { CircleDashed } from 'lucide-react';
import dynamic from 'next/dynamic';
import { ChangeInPeriod } from '@/components/charts/in-period';
import { Sparkline } from '@/components/charts/sparkline';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { ListPage } from '@/components/ui/list-page';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { EmptyState } from '@/components/ui/states';
import { Ago } from '@/components/ui/time';
import { OWN_BOTS_PER_PAGE, type OwnBot, TREND_MS } from '@/lib/contract/own-bots';
import { paths } from '@/lib/contract/paths';
import { numberOf } from '@/lib/domain/bots/bot-list';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import type { PageQuery } from '@/lib/domain/text/paging';
import { ownBotsQuery } from '@/lib/queries/bots';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { ROLE_WORDS } from '@/lib/view/role-words';
import { stateSentence } from '@/lib/view/state-sentence';
import { STATE_WORDS } from '@/lib/view/state-words';
import { PinBot } from './pin-bot';
import { QuotaBar } from './quota-bar';
import { StateBadge } from './state-badge';
import { stateChips } from './state-chips';
import { PlanBadge } from './status-badge';

/** Drawn in the first HTML, but its code is loaded only where it is. */
const OwnTotals = dynamic(() => import('./own-totals').then((file) => file.OwnTotals));
const CombinedCard = dynamic(() =>
  import('@/components/charts/combined-card').then((file) => file.CombinedCard),
);

type OwnBotsProps = {
  query: PageQuery;
  isAdmin: boolean;
  /** Whether all bots are added up and drawn together too. */
  isCombined: boolean;
};

/** The signed-in person's bots, refreshed regularly. */
export function OwnBots({ query, isAdmin, isCombined }: OwnBotsProps) {
  const { data: view } = useLive(ownBotsQuery(query), LIVE.page);
  // The one bot is the next thing that a keyboard reaches.
  const hasTools = numberOf(view.counts) > 1;
  const state = BOT_STATES.find((name) => name === query.filters?.state);
  return (
    <>
      <ListPage
        title="My bots"
        path={paths.bots}
        query={query}
        total={view.total}
        all={numberOf(view.counts)}
        pageSize={OWN_BOTS_PER_PAGE}
        noun="bots"
        one="bot"
        searchLabel="Name or id"
        above={isCombined && <OwnTotals totals={view.totals} counts={view.counts} />}
        states={stateChips(view.counts, state)}
        hasTools={hasTools}
        whenFiltered={state && `None of your bots is ${STATE_WORDS[state].toLowerCase()} now.`}
        whenEmpty={
          <EmptyState
            title="No bots yet"
            icon={<CircleDashed />}
            actions={isAdmin && <ButtonLink href={paths.admin.bots}>All bots</ButtonLink>}
          >
            {isAdmin
              ? 'You register bots in the list of all bots. Those that you own appear here.'
              : 'An admin registers bots and gives them to their owners. Yours will appear here.'}
          </EmptyState>
        }
      >
        <DataTable
          label="My bots"
          className="two-lines"
          columns={[
            ...columnsOf(view.nowMs, isAdmin),
            hasTools && {
              header: 'Pin',
              cell: (bot) => <PinBot {...bot} changes={ownBotsQuery(query).queryKey} />,
            },
          ]}
          rows={view.bots}
          keyOf={({ id }) => id}
          {...(hasTools && { sorted: { path: paths.bots, query } })}
        />
        <p className="border-t px-4 py-3 text-muted text-xs">The mark shows the expected use by now.</p>
      </ListPage>
      {isCombined && <CombinedCard />}
    </>
  );
}

/** Left out where the table would be wider than the page. */
const [NARROW, WIDE, WIDEST] = ['sm:max-md:hidden', 'max-lg:hidden', 'max-xl:hidden'];

const columnsOf = (nowMs: number, isAdmin: boolean): readonly Column<OwnBot>[] => [
  { header: 'State', sort: 'state', cell: (bot) => <BotState {...{ bot, nowMs, isAdmin }} /> },
  {
    header: 'Bot',
    sort: 'name',
    className: 'max-w-40 truncate lg:max-w-48 2xl:max-w-72',
    title: ({ name }) => name,
    cell: ({ id, name, role }) => (
      <>
        {/* The link covers the row, so that a click anywhere works and its name stays short. */}
        <Link href={paths.bot(id).page} className="font-medium after:absolute after:inset-0">
          <bdi>{name}</bdi>
        </Link>
        <code translate="no" className="block text-muted text-xs max-sm:hidden">
          {id}
        </code>
        {role !== null && <Badge>{ROLE_WORDS[role]}</Badge>}
      </>
    ),
  },
  {
    header: 'Servers, 7-day change',
    sort: 'servers',
    isDescendingFirst: true,
    isNumeric: true,
    className: NARROW,
    headClassName: NARROW,
    cell: (bot) => <Servers {...bot} nowMs={nowMs} />,
  },
  {
    header: 'Users',
    sort: 'users',
    isDescendingFirst: true,
    isNumeric: true,
    className: WIDE,
    headClassName: WIDE,
    cell: ({ userCount }) => (userCount === null ? '–' : <Num value={userCount} />),
  },
  {
    header: 'Quota used',
    sort: 'use',
    isDescendingFirst: true,
    className: 'max-lg:pr-4 lg:min-w-48 2xl:min-w-64',
    cell: (bot) => <QuotaBar {...bot} />,
  },
  {
    header: 'Last report',
    sort: 'report',
    className: WIDE,
    headClassName: WIDE,
    cell: ({ lastReportAtMs }) =>
      lastReportAtMs === null ? 'Never' : <Ago atMs={lastReportAtMs} nowMs={nowMs} />,
  },
  {
    header: 'Plan',
    className: WIDEST,
    headClassName: WIDEST,
    cell: ({ planDisplayName }) => <PlanBadge displayName={planDisplayName} />,
  },
];

type RowProps = { bot: OwnBot; nowMs: number; isAdmin: boolean };

/** What is so, since when and why is its title. */
function BotState({ bot, nowMs, isAdmin }: RowProps) {
  const sentence = stateSentence({ ...bot, botId: bot.id, isAdmin }, useReader(), nowMs);
  return (
    <span title={sentence.text}>
      <StateBadge isShort state={bot.state} nowMs={nowMs} />
    </span>
  );
}

/** The last count, its change, and a small line of the last 7 days. */
function Servers({ servers, trend, nowMs }: Pick<OwnBot, 'servers' | 'trend'> & { nowMs: number }) {
  if (servers === null) return <span className="text-muted">No report yet</span>;
  return (
    <span className="flex items-center justify-end gap-4 max-sm:justify-start">
      <span className="max-lg:hidden">
        {trend !== null && trend.points.length > 1 && (
          <Sparkline trend={trend} color="var(--series-servers)" />
        )}
      </span>
      <span className="min-w-24">
        <span className="font-medium">
          <Num value={servers.value} />
        </span>
        <span className="block text-muted text-xs">
          <ChangeInPeriod change={servers} fromMs={nowMs - TREND_MS} words="" />
        </span>
      </span>
    </span>
  );
}
