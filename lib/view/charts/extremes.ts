import type { SeriesPoint } from '@/lib/domain/history/summary';
import type { Measure } from './chart';

/** The lowest and the highest value of all reports of a range, not only of the points drawn. */
export type Extremes = { readonly min: number; readonly max: number };

/** `null` without reports. */
export function extremesOf(points: readonly SeriesPoint[], measure: Measure): Extremes | null {
  const [first] = points;
  if (first === undefined) return null;
  return {
    min: points.reduce((min, point) => Math.min(min, point.min[measure]), first.min[measure]),
    max: points.reduce((max, point) => Math.max(max, point.max[measure]), first.max[measure]),
  };
}
