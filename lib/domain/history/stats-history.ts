import { dayOf } from '../quota/days';
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

/** The entries of the periods with reports, oldest first, from the last reports of UTC days, oldest first. */
export function periodEntries(days: readonly TimedReport[], period: StatsPeriod): PeriodEntry[] {
  const entries = new Map<string, PeriodEntry>();
  for (const { atMs, serverCount, userCount } of days) {
    const date = DATE_OF[period](dayOf(atMs));
    // No votes are collected yet.
    entries.set(date, { date, servers: serverCount, users: userCount, votes: 0 });
  }
  return [...entries.values()];
}
