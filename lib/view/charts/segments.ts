import type { CountPoint } from './count-points';

/** How often a bot may report, and how much time one point covers. */
export type Sampling = { readonly intervalMs: number; readonly bucketMs: number };

/** A stretch of time, such as an axis from its left to its right end. */
export type TimeSpan = { readonly fromMs: number; readonly untilMs: number };

/** Without a report for more than this many intervals, a line is interrupted (contract section 8, `gaps`). */
const GAP_INTERVALS = 2;

/**
 * Whether there is a gap between two points: no report for more than two intervals, and an empty bucket. Without one,
 * earlier reports of the second bucket can have come in between.
 */
function isGap(before: CountPoint, after: CountPoint, { intervalMs, bucketMs }: Sampling): boolean {
  const bucketOf = ({ atMs }: CountPoint) => Math.floor(atMs / bucketMs);
  return after.atMs - before.atMs > GAP_INTERVALS * intervalMs && bucketOf(after) > bucketOf(before) + 1;
}

/** Splits points, which are in ascending order, at gaps. */
export function segmentsOf(points: readonly CountPoint[], sampling: Sampling): CountPoint[][] {
  const segments: CountPoint[][] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (before === undefined || isGap(before, point, sampling)) segments.push([point]);
    else segments.at(-1)?.push(point);
  });
  return segments;
}

/** The time between segments, and after the last one if it has been without a report for too long at `nowMs`. */
export function gapsOf(
  segments: readonly (readonly CountPoint[])[],
  nowMs: number,
  { intervalMs }: Sampling,
): TimeSpan[] {
  return segments.flatMap((segment, at) => {
    const fromMs = segment.at(-1)?.atMs ?? nowMs;
    const untilMs = segments[at + 1]?.[0]?.atMs ?? nowMs;
    const isGapAtEnd = untilMs - fromMs > GAP_INTERVALS * intervalMs;
    return at < segments.length - 1 || isGapAtEnd ? [{ fromMs, untilMs }] : [];
  });
}
