import type { SeriesPoint } from '@/lib/domain/history';

/** Prepares report data for charts and tables. */

export type Measure = 'serverCount' | 'userCount';

/**
 * A point of a chart. A gap is a point without values. `isAlone`: with gaps on both sides, so it needs a dot to be
 * visible.
 */
export type ChartPoint = {
  readonly atMs: number;
  readonly serverCount: number | null;
  readonly userCount: number | null;
  readonly isAlone: boolean;
};

/** Reports further apart than this are not joined by a line: two intervals or two buckets, whichever is longer. */
export const gapMs = (intervalMs: number, bucketMs: number): number => 2 * Math.max(intervalMs, bucketMs);

/** Inserts gaps into `points`, which are in ascending order. */
export function chartPoints(points: readonly SeriesPoint[], maxGapMs: number): ChartPoint[] {
  const drawn: ChartPoint[] = [];
  points.forEach(({ atMs, serverCount, userCount }, at) => {
    const before = points[at - 1];
    const after = points[at + 1];
    const isAfterGap = before === undefined || atMs - before.atMs > maxGapMs;
    const isBeforeGap = after === undefined || after.atMs - atMs > maxGapMs;
    drawn.push({ atMs, serverCount, userCount, isAlone: isAfterGap && isBeforeGap });
    if (isBeforeGap && after !== undefined) {
      drawn.push({ atMs: atMs + 1, serverCount: null, userCount: null, isAlone: false });
    }
  });
  return drawn;
}

export type Extent = { readonly min: number; readonly max: number; readonly last: number };

/** The lowest, highest and latest value; `null` without points. */
export function extentOf(points: readonly SeriesPoint[], measure: Measure): Extent | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  let min = last[measure];
  let max = min;
  for (const point of points) {
    min = Math.min(min, point[measure]);
    max = Math.max(max, point[measure]);
  }
  return { min, max, last: last[measure] };
}
