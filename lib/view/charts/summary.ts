import type { CountPoint } from './count-points';

export type Summary = {
  readonly last: number;
  /** Of all reports of the range, not only of the points drawn. */
  readonly min: number;
  readonly max: number;
  readonly reports: number;
  /** The difference to the first point; `null` if there is only one, `percent` is `null` if it had the value 0. */
  readonly change: { readonly by: number; readonly percent: number | null; readonly sinceMs: number } | null;
};

/** The key figures of a range; `null` without reports. */
export function summaryOf(points: readonly CountPoint[]): Summary | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const by = last.last - first.last;
  return {
    last: last.last,
    min: points.reduce((min, point) => Math.min(min, point.min), first.min),
    max: points.reduce((max, point) => Math.max(max, point.max), first.max),
    reports: points.reduce((sum, point) => sum + point.reports, 0),
    change:
      first === last
        ? null
        : { by, percent: first.last === 0 ? null : (by / first.last) * 100, sinceMs: first.atMs },
  };
}
