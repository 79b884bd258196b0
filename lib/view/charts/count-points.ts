import type { SeriesPoint } from '@/lib/domain/summary';

export type Measure = 'serverCount' | 'userCount';

/** The reports of one bucket, for one of their counts. */
export type CountPoint = {
  /** The time of the last report. */
  readonly atMs: number;
  readonly last: number;
  /** The lowest and highest of all reports of the bucket. */
  readonly min: number;
  readonly max: number;
  /** At least 1. */
  readonly reports: number;
};

export const countPoints = (series: readonly SeriesPoint[], measure: Measure): CountPoint[] =>
  series.map(({ atMs, reports, min, max, [measure]: last }) => ({
    atMs,
    last,
    min: min[measure],
    max: max[measure],
    reports,
  }));
