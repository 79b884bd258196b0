import { paths, withQuery } from '@/lib/contract/paths';
import type { Range } from '@/lib/domain/history/history';
import { ACTIVITY_KINDS, type ActivityFilter, type ActivityKind } from '@/lib/domain/people/activity';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';

const LABELS: Record<ActivityKind, string> = {
  all: 'All',
  refused: 'Refused',
  events: 'Events',
  changes: 'Changes',
};

/** What an address says of a filter: not what is the default. */
export function queryOf({ kind = 'all', range = null, key = null, error = null }: Partial<ActivityFilter>) {
  return {
    ...(kind !== 'all' && { kind }),
    ...(range !== null && { range }),
    ...(key !== null && { key }),
    ...(error !== null && { error }),
  };
}

/** The URL of a bot's activity. */
export function activityHref(
  botId: string,
  { page = 1, ...filter }: Partial<ActivityFilter> & { readonly page?: number },
): string {
  return withQuery(paths.bot(botId).activity, { ...queryOf(filter), ...(page > 1 && { page }) });
}

/** One UTC day, `2026-02-05`, as a range. */
export const rangeOfDay = (day: string): Range => `${day}..${day}`;

/** The URL of a day's refused calls; `null` if there are none or they are no longer kept. `today` is a UTC day too. */
export function refusedHref(
  botId: string,
  day: { readonly date: string; readonly rejected: number },
  today: string,
): string | null {
  const isKept = Date.parse(today) - Date.parse(day.date) <= REFUSALS_KEPT_MS;
  return day.rejected > 0 && isKept
    ? activityHref(botId, { kind: 'refused', range: rangeOfDay(day.date) })
    : null;
}

/** Links to each kind of activity, under the same other filters. */
export const kindLinks = (botId: string, filter: ActivityFilter) =>
  ACTIVITY_KINDS.map((kind) => ({
    value: kind,
    label: LABELS[kind],
    href: activityHref(botId, { ...filter, kind }),
  }));
