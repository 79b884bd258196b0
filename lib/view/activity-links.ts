import { paths, withQuery } from '@/lib/contract/paths';
import { ACTIVITY_KINDS, type ActivityFilter, type ActivityKind } from '@/lib/domain/people/activity';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';

const LABELS: Record<ActivityKind, string> = {
  all: 'All',
  refused: 'Refused',
  events: 'Events',
  changes: 'Changes',
};

/** The URL of a bot's activity, without what is the default. */
export function activityHref(
  botId: string,
  filter: Partial<ActivityFilter> & { readonly page?: number },
): string {
  const { kind = 'all', day = null, key = null, error = null, page = 1 } = filter;
  const query = {
    ...(kind !== 'all' && { kind }),
    ...(day !== null && { day }),
    ...(key !== null && { key }),
    ...(error !== null && { error }),
    ...(page > 1 && { page }),
  };
  const path = paths.bot(botId).activity;
  return Object.keys(query).length === 0 ? path : withQuery(path, query);
}

/** The URL of a day's refused calls; `null` if there are none or they are no longer kept. `today` is a UTC day too. */
export function refusedHref(
  botId: string,
  day: { readonly date: string; readonly rejected: number },
  today: string,
): string | null {
  const isKept = Date.parse(today) - Date.parse(day.date) <= REFUSALS_KEPT_MS;
  return day.rejected > 0 && isKept ? activityHref(botId, { kind: 'refused', day: day.date }) : null;
}

/** Links to each kind of activity, under the same other filters. */
export const kindLinks = (botId: string, filter: ActivityFilter) =>
  ACTIVITY_KINDS.map((kind) => ({
    value: kind,
    label: LABELS[kind],
    href: activityHref(botId, { ...filter, kind }),
  }));
