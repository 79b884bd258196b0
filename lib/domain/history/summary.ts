import { HOUR_MS } from '../quota/plan';
import type { Report, TimedReport } from '../reports/report';

/** The counts of which the lowest and the highest value are kept. */
export type Counts = Pick<Report, 'serverCount' | 'userCount'>;

/**
 * The reports of a stretch of time as charts draw them: the counts and the time of the last one, and the lowest and highest
 * counts of all of them (invariant I9).
 */
export type SeriesPoint = Counts & {
  readonly atMs: number;
  /** How many reports; at least 1. */
  readonly reports: number;
  readonly min: Counts;
  readonly max: Counts;
};

/** A SeriesPoint with its first and its whole last report. */
export type Summary = SeriesPoint &
  TimedReport & {
    readonly firstAtMs: number;
    readonly first: Counts;
  };

/** What is kept of the reports of one UTC hour once they are older than a week (contract section 1). */
export type HourSummary = Summary & {
  /** The longest time between two consecutive reports of the hour; an upper bound if late reports were merged. */
  readonly longestGapMs: number;
};

/** The start of the UTC hour that contains `atMs`. */
export const hourOf = (atMs: number): number => atMs - (atMs % HOUR_MS);

/** The start of the first hour that begins at a time or after it. */
export const firstHourFrom = (atMs: number): number => hourOf(atMs + HOUR_MS - 1);

/** One report as a point of its own. */
export function pointOf(report: TimedReport): Summary {
  const counts = countsOf(report);
  return { ...report, reports: 1, firstAtMs: report.atMs, first: counts, min: counts, max: counts };
}

/** Joins two points. Of reports at the same time, those of `b` were accepted later. */
export function mergePoints(a: Summary, b: Summary): Summary {
  const { atMs, serverCount, userCount, shardCount } = b.atMs >= a.atMs ? b : a;
  const { firstAtMs, first } = b.firstAtMs < a.firstAtMs ? b : a;
  return {
    firstAtMs,
    first,
    atMs,
    serverCount,
    userCount,
    shardCount,
    reports: a.reports + b.reports,
    min: each(Math.min, a.min, b.min),
    max: each(Math.max, a.max, b.max),
  };
}

/** Summarizes reports of one hour, in ascending order; `null` if there are none. */
export function summarize(reports: Iterable<TimedReport>): HourSummary | null {
  let summary: HourSummary | null = null;
  for (const report of reports) {
    const own = { ...pointOf(report), longestGapMs: 0 };
    summary = summary === null ? own : mergeSummaries(summary, own);
  }
  return summary;
}

/** Joins two summaries of one hour; the reports of `b` were accepted after those of `a`, whatever their times. */
export function mergeSummaries(a: HourSummary, b: HourSummary): HourSummary {
  const between = Math.max(b.firstAtMs - a.atMs, a.firstAtMs - b.atMs);
  return { ...mergePoints(a, b), longestGapMs: Math.max(a.longestGapMs, b.longestGapMs, between) };
}

const countsOf = ({ serverCount, userCount }: Counts): Counts => ({ serverCount, userCount });

const each = (choose: (a: number, b: number) => number, a: Counts, b: Counts): Counts => ({
  serverCount: choose(a.serverCount, b.serverCount),
  userCount: choose(a.userCount, b.userCount),
});

/** What is stored of a bot's history: one report as it was sent, or the summary that replaces the reports of an hour. */
export type StoredPoint = Summary & {
  /** The start of the hour; `null` for a report. */
  readonly hourMs: number | null;
};

export const HISTORY_ORDERS = ['newest', 'oldest'] as const;
/** Which points come first. */
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];

/** A position in a list of points: after the first `skip` points of the millisecond `atMs`. */
export type HistoryCursor = { readonly atMs: number; readonly skip: number };

/** A page of up to `max` of what is stored of a bot from `fromMs` until before `untilMs`. */
export type StoredPointsQuery = {
  readonly botId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly order: HistoryOrder;
  /** `null` for the first page. */
  readonly after: HistoryCursor | null;
  readonly max: number;
};

const CURSOR = /^(\d{1,16})\.(\d{1,4})$/;

/** The cursor of a URL, `<atMs>.<skip>`; `null` if it is none. */
export function parseCursor(text: unknown): HistoryCursor | null {
  const [, atMs, skip] = (typeof text === 'string' && CURSOR.exec(text)) || [];
  return atMs === undefined ? null : { atMs: Number(atMs), skip: Number(skip) };
}

/** The cursor after a page of points that began after `before`, as a URL has it; `null` after no points. */
export function cursorAfter(page: readonly StoredPoint[], before: HistoryCursor | null): string | null {
  const last = page.at(-1);
  if (last === undefined) return null;
  const sameTime = page.filter(({ atMs }) => atMs === last.atMs).length;
  return `${last.atMs}.${sameTime + (before?.atMs === last.atMs ? before.skip : 0)}`;
}
