import type { Report } from '@/lib/domain/report';

type Counts = Pick<Report, 'serverCount' | 'userCount'>;
type TimedReport = Report & { readonly atMs: number };

/** The reports of a stretch of time: the last one, and the lowest and highest counts of all. */
export type SeriesPoint = TimedReport & {
  /** How many reports; at least 1. */
  readonly reports: number;
  readonly min: Counts;
  readonly max: Counts;
};

/** One report as a point of its own. */
export const pointOf = (report: TimedReport): SeriesPoint => ({
  ...report,
  reports: 1,
  min: report,
  max: report,
});
