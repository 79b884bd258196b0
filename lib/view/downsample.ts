import type { SeriesPoint } from './series';

/**
 * Fewer points with the same outline: of each bucket the first and the last, and the lowest and the highest of both
 * measures. All of them are real reports at their real times; none is averaged. `points` are in ascending order.
 */
export function downsample(points: readonly SeriesPoint[], bucketMs: number): SeriesPoint[] {
  const kept: SeriesPoint[] = [];
  let start = 0;
  while (start < points.length) {
    const bucket = bucketOf(points[start], bucketMs);
    let end = start + 1;
    while (end < points.length && bucketOf(points[end], bucketMs) === bucket) end++;
    kept.push(...outline(points.slice(start, end)));
    start = end;
  }
  return kept;
}

const bucketOf = (point: SeriesPoint | undefined, bucketMs: number): number =>
  Math.floor((point?.atMs ?? 0) / bucketMs);

function outline(points: readonly SeriesPoint[]): SeriesPoint[] {
  const keep = new Set([0, points.length - 1]);
  for (const measure of ['serverCount', 'userCount'] as const) {
    const values = points.map((point) => point[measure]);
    keep.add(indexOfBest(values, (a, b) => a < b));
    keep.add(indexOfBest(values, (a, b) => a > b));
  }
  return points.filter((_, at) => keep.has(at));
}

function indexOfBest(values: readonly number[], isBetter: (a: number, b: number) => boolean): number {
  let best = 0;
  values.forEach((value, at) => {
    if (isBetter(value, values[best] ?? value)) best = at;
  });
  return best;
}

/** A bucket, in whole minutes, that leaves at most about `pointsMax` points of a span. */
export function bucketFor(spanMs: number, pointsMax: number): number {
  // An outline has at most six points.
  return Math.max(1, Math.ceil((spanMs * 6) / pointsMax / 60_000)) * 60_000;
}
