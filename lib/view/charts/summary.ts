import type { SeriesPoint } from '@/lib/domain/history/summary';
import type { Measure } from './chart';

export type Summary = {
  readonly last: number;
  /** Of all reports of the range, not only of the points drawn. */
  readonly min: number;
  readonly max: number;
  readonly reports: number;
  /** The difference to the first point; `null` if there is only one, `percent` is `null` if it had the value 0. */
  readonly change: { readonly by: number; readonly percent: number | null; readonly sinceMs: number } | null;
};

/** The key figures of a count over a range; `null` without reports. */
export function summaryOf(points: readonly SeriesPoint[], measure: Measure): Summary | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const by = last[measure] - first[measure];
  return {
    last: last[measure],
    min: points.reduce((min, point) => Math.min(min, point.min[measure]), first.min[measure]),
    max: points.reduce((max, point) => Math.max(max, point.max[measure]), first.max[measure]),
    reports: points.reduce((sum, point) => sum + point.reports, 0),
    change:
      first === last
        ? null
        : { by, percent: first[measure] === 0 ? null : (by / first[measure]) * 100, sinceMs: first.atMs },
  };
}
