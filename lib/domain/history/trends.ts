import { dayOf } from '../quota/days';
import { DAY_MS, type Plan } from '../quota/plan';
import { type Change, changeSince, hundredths, type ReportAt } from './change';
import { weekdayOf } from './stats-history';
import { type Counts, mergePoints, type Summary } from './summary';

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

const PERIOD_DAYS = { today: 1, week: 7, month: 30 } as const;
const YEAR_DAYS = 365;

/** The moments of which the analytics of a level need the counts. */
export function comparedMoments(level: Plan['analyticsLevel'], nowMs: number): number[] {
  const days: number[] = Object.values(PERIOD_DAYS);
  const before = level === 'basic' ? [] : days.map((each) => 2 * each);
  const all = [0, ...days, ...before, ...(level === 'enterprise' ? [YEAR_DAYS] : [])];
  return [...all.map((each) => nowMs - each * DAY_MS), ...(level === 'basic' ? [] : [trendsFromMs(nowMs)])];
}

/** How a count changed over a day, a week and a month; `null` where that is not known. */
export type Changes = Readonly<Record<keyof typeof PERIOD_DAYS, Change | null>>;

/** The changes against 1, 7 and 30 days before, and with `periodsAgo` 1 those of one such period before. */
export function changesOf(
  count: keyof Counts,
  reportAt: ReportAt,
  nowMs: number,
  periodsAgo: 0 | 1 = 0,
): Changes {
  const over = (days: number) => {
    const untilMs = nowMs - periodsAgo * days * DAY_MS;
    return changeSince(count, reportAt, { fromMs: untilMs - days * DAY_MS, untilMs });
  };
  return { today: over(PERIOD_DAYS.today), week: over(PERIOD_DAYS.week), month: over(PERIOD_DAYS.month) };
}

export const yearOnYear = (count: keyof Counts, reportAt: ReportAt, nowMs: number): Change | null =>
  changeSince(count, reportAt, { fromMs: nowMs - YEAR_DAYS * DAY_MS, untilMs: nowMs });

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** How the number of servers changes by the day of the week. */
export type Trends = {
  /** Mean change of each weekday, Monday first, to 2 decimals. */
  readonly weekdays: readonly number[];
  /** The weekdays that grow most; none if none grows. */
  readonly peakDays: readonly (typeof WEEKDAYS)[number][];
};

/** The complete UTC days before today that count: four of each weekday. */
const TREND_WEEKS = 4;
const TREND_DAYS = 7 * TREND_WEEKS;

/** The start of the first day that counts. */
export const trendsFromMs = (nowMs: number): number => (dayOf(nowMs) - TREND_DAYS) * DAY_MS;

/**
 * The trends at `nowMs`, from summaries of UTC days, at least of those that count, oldest first; `null` if the bot has no
 * report from before them. A change is that from the last report at or before a midnight to that of the next one.
 */
export function trendsOf(days: readonly Summary[], reportAt: ReportAt, nowMs: number): Trends | null {
  const fromMs = trendsFromMs(nowMs);
  const start = reportAt(fromMs);
  if (start === null || start.atMs > fromMs) return null;
  const byDay = new Map(days.map((day) => [dayOf(day.atMs), day]));
  const sums = WEEKDAYS.map(() => 0);
  let servers = start.serverCount;
  for (let day = dayOf(fromMs); day < dayOf(nowMs); day++) {
    const next = byDay.get(day + 1);
    const isAtMidnight = next?.firstAtMs === (day + 1) * DAY_MS;
    const atEnd = isAtMidnight ? next.first.serverCount : (byDay.get(day)?.serverCount ?? servers);
    sums[weekdayOf(day)] = (sums[weekdayOf(day)] ?? 0) + atEnd - servers;
    servers = atEnd;
  }
  const weekdays = sums.map((sum) => hundredths(sum, TREND_WEEKS));
  const best = Math.max(...weekdays);
  return { weekdays, peakDays: WEEKDAYS.filter((_, i) => best > 0 && weekdays[i] === best) };
}
