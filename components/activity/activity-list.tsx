'use client';

import { ChevronDown, CircleCheck } from 'lucide-react';
import { Button, ButtonLink } from '@/components/ui/button';
import { ChipLinks } from '@/components/ui/chip-links';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Link } from '@/components/ui/link';
import { Pagination } from '@/components/ui/pagination';
import { EmptyState } from '@/components/ui/states';
import type { ActivityView } from '@/lib/contract/activity-view';
import { EVENTS_KEPT_DAYS } from '@/lib/domain/alerts/event';
import type { ActivityFilter, ActivityKind } from '@/lib/domain/people/activity';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { activityQuery } from '@/lib/queries/activity';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { activityHref, kindLinks, queryOf } from '@/lib/view/activity-links';
import { pageLinks } from '@/lib/view/list-query';
import { refusalWords } from '@/lib/view/refusal-words';
import { ActivityCsv } from './activity-csv';
import { ActivityLog } from './activity-log';
import { DayBars } from './day-bars';

type Props = { botId: string; filter: ActivityFilter; page: number };

/** A page of a bot's activity, with its filters and the CSV file of all pages. */
export function ActivityList({ botId, filter, page }: Props) {
  const { data: view } = useLive(activityQuery(botId, filter, page), LIVE.list);
  const { entries, nowMs, total, unexplained, keys, errors } = view;
  const hrefOf = (other: Partial<ActivityFilter>) => activityHref(botId, { ...filter, ...other });
  const key = keys.find(({ id }) => id === filter.key);
  const links = pageLinks({ page: view.page, total, pageSize: PAGE_SIZE }, (n) =>
    activityHref(botId, { ...filter, page: n }),
  );
  return (
    <>
      <DayBars
        days={view.days}
        range={filter.range}
        nowMs={nowMs}
        hrefOf={(range) => hrefOf({ range })}
        query={queryOf({ ...filter, range: null })}
      />
      <div className="min-w-0 rounded border bg-surface">
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
          <ChipLinks
            label="Kind"
            value={filter.kind}
            chips={kindLinks(botId, filter).map((link) => ({ ...link, count: view.counts[link.value] }))}
          />
          <div className="no-script-hide flex flex-wrap items-center gap-2 sm:ml-auto">
            {keys.length > 0 && (
              <FilterMenu
                text={key ? `${key.name} …${key.last4}` : 'Any key'}
                options={[
                  { text: 'Any key', href: hrefOf({ key: null }) },
                  ...keys.map(({ id, name, last4 }) => ({
                    text: `${name} …${last4}`,
                    href: hrefOf({ key: id, kind: 'refused' }),
                  })),
                ]}
              />
            )}
            {errors.length > 0 && (
              <FilterMenu
                text={filter.error === null ? 'Any code' : refusalWords(filter.error)}
                options={[
                  { text: 'Any code', href: hrefOf({ error: null }) },
                  ...errors.map((error) => ({
                    text: refusalWords(error),
                    href: hrefOf({ error, kind: 'refused' }),
                  })),
                ]}
              />
            )}
            <ActivityCsv botId={botId} filter={filter} />
          </div>
        </div>
        {entries.length === 0 ? <NoEntries view={view} /> : <ActivityLog {...{ botId, entries, nowMs }} />}
      </div>
      {entries.length > 0 && unexplained > 0 && (
        <p className="mt-4 text-muted text-sm">{`${unexplainedText(unexplained)}.`}</p>
      )}
      <div className="mt-4">
        <Pagination noun="entries" one="entry" {...links} />
      </div>
      <p className="mt-2 text-muted text-xs">
        Refused calls are kept for 7 days, events for {EVENTS_KEPT_DAYS}. Repeated refusals share one row
        until an hour passes without one.
      </p>
    </>
  );
}

type FilterMenuProps = { text: string; options: readonly { readonly text: string; readonly href: string }[] };

const FilterMenu = ({ text, options }: FilterMenuProps) => (
  <DropdownMenu>
    <DropdownMenuTrigger asChild>
      <Button size="sm" className="max-w-60">
        <bdi className="truncate">{text}</bdi>
        <ChevronDown />
      </Button>
    </DropdownMenuTrigger>
    <DropdownMenuContent>
      {options.map((option) => (
        <DropdownMenuItem key={option.href} asChild>
          <Link href={option.href} scroll={false}>
            <bdi className="truncate">{option.text}</bdi>
          </Link>
        </DropdownMenuItem>
      ))}
    </DropdownMenuContent>
  </DropdownMenu>
);

/** `743 more refused calls, whose reasons are not kept (7 days, 400 kinds a bot)` */
const unexplainedText = (count: number): string =>
  count === 1
    ? '1 more refused call, whose reason is not kept (7 days, 400 kinds a bot)'
    : `${count} more refused calls, whose reasons are not kept (7 days, 400 kinds a bot)`;

const NONE: Record<ActivityKind, string> = {
  all: 'Nothing happened',
  refused: 'No refused calls',
  events: 'No events',
  changes: 'No changes',
};

function NoEntries({ view: { bot, kind, range, key, error, unexplained } }: { view: ActivityView }) {
  const isFiltered = range !== null || kind !== 'all' || key !== null || error !== null;
  return (
    <EmptyState
      title={unexplained > 0 ? unexplainedText(unexplained) : NONE[kind]}
      icon={<CircleCheck />}
      actions={isFiltered && <ButtonLink href={activityHref(bot.id, {})}>Clear filters</ButtonLink>}
    >
      {kind === 'events'
        ? 'What happens to its quota, its reports and its webhooks appears here.'
        : kind === 'changes'
          ? 'Changes of this bot and of its keys appear here, with who made them.'
          : unexplained > 0
            ? 'Reasons of refused calls are kept for 7 days, and appear within a second.'
            : key !== null || error !== null
              ? 'No refused call of the last 7 days passes these filters.'
              : range === null
                ? 'No call was refused in the last 7 days.'
                : 'Nothing is recorded in this range. Refused calls are kept for 7 days.'}
    </EmptyState>
  );
}
