import { type Counts, mergePoints, type Summary } from '../summary';

/** The first, last, lowest and highest values of a count. */
export type Extent = {
  readonly first: number;
  readonly last: number;
  readonly min: number;
  readonly max: number;
};

/** A UTC month; `null` without reports. */
export type Month = {
  /** `2026-02` */
  readonly month: string;
  readonly servers: Extent | null;
  readonly users: Extent | null;
};

const MONTHS = 12;

/** The starts of the last 12 UTC months, this one included, oldest first. */
export function monthStarts(nowMs: number): number[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS }, (_, i) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1) + i),
  );
}

/** The last 12 UTC months from summaries of UTC days, oldest first. */
export function monthsOf(days: readonly Summary[], nowMs: number): Month[] {
  const starts = monthStarts(nowMs);
  return starts.map((startMs, i) => {
    const endMs = starts[i + 1] ?? Number.POSITIVE_INFINITY;
    const ofMonth = days.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
    const whole = ofMonth.length === 0 ? null : ofMonth.reduce(mergePoints);
    return {
      month: new Date(startMs).toISOString().slice(0, 'YYYY-MM'.length),
      servers: whole && extentOf(whole, 'serverCount'),
      users: whole && extentOf(whole, 'userCount'),
    };
  });
}

export const extentOf = (point: Summary, count: keyof Counts): Extent => ({
  first: point.first[count],
  last: point[count],
  min: point.min[count],
  max: point.max[count],
});

/** The first of the points with the highest value; `null` without points. */
export function highestOf(points: readonly Summary[], count: keyof Counts): Summary | null {
  const highest = Math.max(...points.map(({ max }) => max[count]));
  return points.find(({ max }) => max[count] === highest) ?? null;
}
