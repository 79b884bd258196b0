import type { Analytics } from '@/lib/domain/history/analytics';
import { type Change, isFromBegin } from '@/lib/domain/history/change';
import type { Gap } from '@/lib/domain/history/gaps';
import { type Extent, type Month, type Trends, WEEKDAYS } from '@/lib/domain/history/trends';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Measure } from './charts/chart';

/** What the Analytics page draws. */

type MeasureKey = Measure['key'];

/** One bar of a chart with its second one, if it compares; `null` draws none. */
type Bar = { readonly name: string; readonly value: number | null; readonly before: number | null };

/** A row of the growth of a count; `sinceMs` if it does not count from the begin of the period. */
export type GrowthRow = Bar & { readonly percent: number | null; readonly sinceMs: number | null };

/** The changes of a count over a day, a week and a month; `before` of one such period before. */
export function growthRows(
  { growth, advanced, enterprise }: Analytics,
  measure: MeasureKey,
  nowMs: number,
): GrowthRow[] {
  const { changes } = growth[measure];
  const previous = advanced?.previous[measure];
  const row = (name: string, days: number, change: Change | null, before?: Change | null): GrowthRow => ({
    name,
    value: change?.by ?? null,
    percent: change?.percent ?? null,
    sinceMs: change === null || isFromBegin(change, nowMs - days * DAY_MS) ? null : change.sinceMs,
    before: before?.by ?? null,
  });
  return [
    row('24 hours', 1, changes.today, previous?.today),
    row('7 days', 7, changes.week, previous?.week),
    row('30 days', 30, changes.month, previous?.month),
    ...(enterprise === null ? [] : [row('Year', 365, enterprise.yearOnYear[measure])]),
  ];
}

export const weekdayBars = ({ weekdays }: Trends): Bar[] =>
  WEEKDAYS.map((name, i) => ({ name, value: weekdays[i] ?? null, before: null }));

/** A gap as a part of the last 30 days, in percent of their width. */
export type GapMark = Gap & { readonly left: number; readonly width: number };

const GAP_DAYS = 30;
/** Narrower marks could not be seen. */
const WIDTH_MIN_PERCENT = 0.3;

export function gapMarks(gaps: readonly Gap[], nowMs: number): GapMark[] {
  const startMs = nowMs - GAP_DAYS * DAY_MS;
  const percent = (ms: number) => (ms / (GAP_DAYS * DAY_MS)) * 100;
  return gaps.map((gap) => {
    const width = Math.max(WIDTH_MIN_PERCENT, percent(gap.toMs - gap.fromMs));
    return { ...gap, left: Math.min(percent(gap.fromMs - startMs), 100 - width), width };
  });
}

/** The part of the last 30 days since a bot was registered: before that, it cannot have had a gap. */
export const sinceMark = (registeredAtMs: number, nowMs: number): Omit<GapMark, keyof Gap> => {
  const width =
    (Math.min(Math.max(0, nowMs - registeredAtMs), GAP_DAYS * DAY_MS) / (GAP_DAYS * DAY_MS)) * 100;
  return { left: 100 - width, width };
};

/** A month of a chart: its lowest and highest value as a range, and its last. */
type MonthPoint = {
  readonly name: string;
  readonly range: readonly [min: number, max: number] | null;
  readonly last: number | null;
};

export const monthPoints = (months: readonly Month[], measure: MeasureKey): MonthPoint[] =>
  months.map((month) => {
    const extent: Extent | null = month[measure];
    return {
      name: month.month,
      range: extent && [extent.min, extent.max],
      last: extent?.last ?? null,
    };
  });
