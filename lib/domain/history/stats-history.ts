import { dayOf } from '../quota/days';
import { DAY_MS } from '../quota/plan';
import type { TimedReport } from '../reports/report';
import { dayText } from '../text/time';

/** The periods of which the last values are listed (contract section 8). */
export const STATS_PERIODS = ['daily', 'weekly', 'monthly'] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** The last values of one period, with the votes until its end. */
export type PeriodEntry = {
  /** `2026-02-05`, for a week its Monday; `2026-02` for a month. */
  readonly date: string;
  readonly servers: number;
  readonly users: number;
  readonly votes: number;
};

const DAYS_PER_WEEK = 7;

/** The weekday of a day since 1970: 0 is Monday. 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (day + 3) % DAYS_PER_WEEK;

const DATE_OF: Readonly<Record<StatsPeriod, (day: number) => string>> = {
  daily: dayText,
  weekly: (day) => dayText(day - weekdayOf(day)),
  monthly: (day) => dayText(day).slice(0, 'YYYY-MM'.length),
};

const LAST_DAY_OF: Readonly<Record<StatsPeriod, (day: number) => number>> = {
  daily: (day) => day,
  weekly: (day) => day - weekdayOf(day) + DAYS_PER_WEEK - 1,
  monthly: (day) => {
    const date = new Date(day * DAY_MS);
    return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)) - 1;
  },
};

/**
 * The entries of the periods with reports, oldest first, from the last reports of UTC days, oldest first. `votesUntil` is the
 * running total at the end of a day.
 */
export function periodEntries(
  days: readonly TimedReport[],
  period: StatsPeriod,
  votesUntil: (day: number) => number,
): PeriodEntry[] {
  const entries = new Map<string, PeriodEntry>();
  for (const { atMs, serverCount, userCount } of days) {
    const day = dayOf(atMs);
    const date = DATE_OF[period](day);
    const votes = votesUntil(LAST_DAY_OF[period](day));
    entries.set(date, { date, servers: serverCount, users: userCount, votes });
  }
  return [...entries.values()];
}
