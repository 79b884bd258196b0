/** What the charts and tables of reports draw from. */

export type SeriesPoint = {
  readonly atMs: number;
  readonly serverCount: number;
  readonly userCount: number;
  readonly shardCount: number;
};

export type Measure = 'serverCount' | 'userCount';

/** A point to draw. A gap is a point without values; `isAlone` has a gap on both sides and needs a dot to be seen. */
export type ChartPoint = {
  readonly atMs: number;
  readonly serverCount: number | null;
  readonly userCount: number | null;
  readonly isAlone: boolean;
};

/** Reports further apart than this are not joined by a line: two intervals, or two buckets where those are longer. */
export const gapMs = (intervalMs: number, bucketMs: number): number => 2 * Math.max(intervalMs, bucketMs);

/** The points with every gap made visible. `points` are in ascending order. */
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

/** Lowest, highest and latest value; `null` without points. */
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
