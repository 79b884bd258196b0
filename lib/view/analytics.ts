import type { Trend } from '@/lib/contract/own-bots';
import type { PageAnalytics } from '@/lib/contract/views';
import { type Change, isFromBegin } from '@/lib/domain/history/change';
import { type Extent, type Month, type Trends, WEEKDAYS } from '@/lib/domain/history/trends';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Measure } from './charts/chart';
import { utcMonthText } from './times';

/** What the Analytics page draws. */

type MeasureKey = Measure['key'];

/** Points of a course; those further apart than `stepMs` are not joined. */
type Course = Trend & { readonly stepMs?: number };

/** A row of the growth of a count; `sinceMs` if it does not count from the begin of the period. */
export type GrowthRow = {
  readonly name: string;
  readonly value: number | null;
  /** The change of one such period before. */
  readonly before: number | null;
  readonly percent: number | null;
  readonly sinceMs: number | null;
  /** `null` where fewer than two days are known. */
  readonly trend: Course | null;
};

/** The changes of a count over a day, a week and a month, and over a year where the plan has it. */
export function growthRows(
  { growth, advanced, enterprise, course }: Omit<PageAnalytics, 'coverage' | 'days' | 'level'>,
  measure: MeasureKey,
  nowMs: number,
): GrowthRow[] {
  const { changes } = growth[measure];
  const previous = advanced?.previous[measure];
  const row = (
    name: string,
    days: number,
    change: Change | null,
    before: Change | null = null,
    trend: Course | null = courseOf(course, measure, nowMs - days * DAY_MS, nowMs),
  ): GrowthRow => ({
    name,
    value: change?.by ?? null,
    percent: change?.percent ?? null,
    sinceMs: change === null || isFromBegin(change, nowMs - days * DAY_MS) ? null : change.sinceMs,
    before: before?.by ?? null,
    trend,
  });
  const year = enterprise && yearOf(enterprise.months, measure);
  return [
    row('24 hours', 1, changes.today, previous?.today, null),
    row('7 days', 7, changes.week, previous?.week),
    row('30 days', 30, changes.month, previous?.month),
    ...(enterprise === null ? [] : [row('Year', 365, enterprise.yearOnYear[measure], null, year)]),
  ];
}

function courseOf(
  days: PageAnalytics['course'],
  measure: MeasureKey,
  fromMs: number,
  untilMs: number,
): Course | null {
  const points = days.flatMap((day) => (day.atMs >= fromMs ? { atMs: day.atMs, servers: day[measure] } : []));
  return points.length < 2 ? null : { fromMs, untilMs, points };
}

const MONTH_MAX_MS = 31 * DAY_MS;

/** The last count of each month. */
function yearOf(months: readonly Month[], measure: MeasureKey): Course | null {
  const points = months.flatMap((month) => {
    const extent = month[measure];
    return extent === null ? [] : { atMs: Date.parse(`${month.month}-01`), servers: extent.last };
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  return { fromMs: first.atMs, untilMs: last.atMs, points, stepMs: MONTH_MAX_MS };
}

export const weekdayBars = ({ weekdays }: Trends) =>
  WEEKDAYS.map((name, i) => ({ name, value: weekdays[i] ?? null }));

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
      name: utcMonthText(month.month),
      range: extent && [extent.min, extent.max],
      last: extent?.last ?? null,
    };
  });
