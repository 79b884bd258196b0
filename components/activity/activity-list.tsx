'use client';

import { CircleCheck } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { EmptyState } from '@/components/ui/states';
import { ToggleLinks } from '@/components/ui/toggle-group';
import type { ActivityView } from '@/lib/contract/activity-view';
import { EVENTS_KEPT_DAYS } from '@/lib/domain/alerts/event';
import type { ActivityFilter, ActivityKind } from '@/lib/domain/people/activity';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { activityQuery } from '@/lib/queries/activity';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { activityHref, kindLinks } from '@/lib/view/activity-links';
import { pageLinks } from '@/lib/view/list-query';
import { ActivityCsv } from './activity-csv';
import { ActivityTable } from './activity-table';
import { DayFilter } from './day-filter';

type Props = { botId: string; filter: ActivityFilter; page: number };

/** A page of a bot's activity, with its filters and the CSV file of all pages. */
export function ActivityList({ botId, filter, page }: Props) {
  const { data: view } = useLive(activityQuery(botId, filter, page), LIVE.list);
  const { kind, day, entries, nowMs, total } = view;
  const links = pageLinks({ page: view.page, total, pageSize: PAGE_SIZE }, (n) =>
    activityHref(botId, { kind, day, page: n }),
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ToggleLinks aria-label="Kind" value={kind} options={kindLinks(botId, day)} />
        {day !== null && <DayFilter day={day} allHref={activityHref(botId, { kind })} />}
        <div className="no-script-hide sm:ml-auto">
          <ActivityCsv botId={botId} kind={kind} day={day} />
        </div>
      </div>
      <div className="mb-4 min-w-0 rounded border bg-surface">
        {entries.length === 0 ? <NoEntries view={view} /> : <ActivityTable entries={entries} nowMs={nowMs} />}
      </div>
      {entries.length > 0 && view.unexplained > 0 && (
        <p className="mb-2 text-muted text-sm">{`${unexplainedText(view.unexplained)}.`}</p>
      )}
      <Pagination noun="entries" one="entry" {...links} />
      <p className="mt-2 text-muted text-xs">
        Refused calls are kept for 7 days, events for {EVENTS_KEPT_DAYS}. Repeated refusals share one row
        until an hour passes without one.
      </p>
    </>
  );
}

/** `25 refused; their reasons are not kept` */
const unexplainedText = (count: number): string =>
  count === 1 ? '1 refused; its reason is not kept' : `${count} refused; their reasons are not kept`;

const NONE: Record<ActivityKind, string> = {
  all: 'Nothing happened',
  refused: 'No refused calls',
  events: 'No events',
  changes: 'No changes',
};

function NoEntries({ view: { bot, kind, day, unexplained } }: { view: ActivityView }) {
  const isFiltered = day !== null || kind !== 'all';
  return (
    <EmptyState
      title={unexplained > 0 ? unexplainedText(unexplained) : NONE[kind]}
      icon={<CircleCheck />}
      actions={isFiltered && <ButtonLink href={activityHref(bot.id, {})}>Show all activity</ButtonLink>}
    >
      {kind === 'events'
        ? 'What happens to its quota, its reports and its webhooks appears here.'
        : kind === 'changes'
          ? 'Changes of this bot and of its keys appear here, with who made them.'
          : unexplained > 0
            ? 'Reasons of refused calls are kept for 7 days, and appear within a second.'
            : day === null
              ? 'No call was refused in the last 7 days.'
              : 'Nothing is recorded on this day. Refused calls are kept for 7 days.'}
    </EmptyState>
  );
}
