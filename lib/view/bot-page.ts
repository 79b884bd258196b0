import { paths, withQuery } from '@/lib/contract/paths';
import { RANGE_DAYS, RANGES, type Range, rangeBetween, spanOf } from '@/lib/domain/history/history';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { type TimeZoned, timeText } from './times';
import type { SplitBy } from './usage-split';

const LABELS = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  all: 'All',
} as const;

/** The address of a bot's page with a range and, if it `isCompared`, the period before. */
export const botPageHref = (botId: string, range: string, isCompared: boolean): string =>
  withQuery(paths.bot(botId).page, { range, ...(isCompared && { compare: 1 }) });

/** The address of a page with what used the quota: in a range, `null` for all days, and split by operation or by key. */
export const usageHref = (path: string, range: Range | null, by: SplitBy = 'operation'): string =>
  withQuery(path, { ...(range !== null && { range }), ...(by === 'key' && { by }) });

export const keysHref = (botId: string, range: Range | null, page: number): string =>
  withQuery(paths.bot(botId).keys, { ...(range !== null && { range }), ...(page > 1 && { page }) });

/** A range in words: "in 7 days"; `null` if only its begin can be named. */
export function rangeWords(range: string): string | null {
  const named = RANGES.find((each) => each === range);
  if (named === undefined || named === 'all') return null;
  return named === '24h' ? 'in 24 hours' : `in ${RANGE_DAYS[named]} days`;
}

/** What is shown, in words: `Last 7 days`, `Nov 4 – Nov 9`, and with times of day if it is shorter than a day. */
export function rangeText(
  range: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  reader: TimeZoned,
): string {
  const named = RANGES.find((each) => each === range);
  if (named !== undefined) return LABELS[named];
  const day = (atMs: number) => timeText(atMs, 'day', reader);
  const clock = (atMs: number) => timeText(atMs, 'clock', reader);
  const [from, until] = [day(fromMs), day(Math.max(fromMs, untilMs - 1))];
  if (untilMs - fromMs < DAY_MS)
    return `${from}, ${clock(fromMs)} – ${from === until ? '' : `${until}, `}${clock(untilMs)}`;
  return from === until ? from : `${from} – ${until}`;
}

/** A range as the words after a count: `The 7 days before`. */
export function beforeWords(range: string): string {
  const named = RANGES.find((each) => each === range);
  if (named === undefined || named === 'all') return 'The period before';
  return `The ${rangeWords(named)?.replace('in ', '')} before`;
}

/** Links to the time ranges within the plan's history, and to all of it. */
export const rangeLinks = (historyDays: number, hrefOf: (range: Range) => string) =>
  RANGES.filter((range) => range === 'all' || RANGE_DAYS[range] < historyDays).map((range) => ({
    value: range,
    label: LABELS[range],
    href: hrefOf(range),
  }));

type Shown = {
  readonly range: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly nowMs: number;
  readonly historyDays: number;
};

/** The ranges of the same length before and after the one that is shown; `null` where there is no history, or no past. */
export function neighborRanges({ range, fromMs, untilMs, nowMs, historyDays }: Shown) {
  const spanMs = Math.max(MINUTE_MS, untilMs - fromMs);
  const keptFromMs = nowMs - historyDays * DAY_MS;
  const isLatest = spanOf(range) === null || untilMs >= nowMs;
  const named = RANGES.find((each) => RANGE_DAYS[each] * DAY_MS === spanMs);
  return {
    earlier:
      fromMs > keptFromMs + MINUTE_MS ? rangeBetween(Math.max(keptFromMs, fromMs - spanMs), fromMs) : null,
    later: isLatest
      ? null
      : untilMs + spanMs >= nowMs && named !== undefined
        ? named
        : rangeBetween(untilMs, Math.min(nowMs, untilMs + spanMs)),
  };
}
