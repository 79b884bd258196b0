import { dayOf } from '../quota/days';
import { DAY_MS, HOUR_MS } from '../quota/plan';
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

/** A report stands for a moment after it for this long (contract section 8). */
export const VALUE_AGE_MAX_MS = 2 * HOUR_MS;

/** The counts some days before now; `null` where no report stands for that moment. */
export type CountsAgo = (days: number) => Counts | null;

const PERIOD_DAYS = { today: 1, week: 7, month: 30 } as const;
const YEAR_DAYS = 365;

/** All days before now whose counts the analytics compare. */
const COMPARED_DAYS = [0, ...Object.values(PERIOD_DAYS).flatMap((days) => [days, 2 * days]), YEAR_DAYS];

/** The moments of COMPARED_DAYS that the plan's history reaches, the latest first. */
export const comparedMoments = (historyDays: number, nowMs: number): number[] =>
  COMPARED_DAYS.filter((days) => days <= historyDays).map((days) => nowMs - days * DAY_MS);

/** How a count changed; `null` where that is not known. Percentages are rounded to 2 decimals. */
export type Changes = {
  readonly today: number | null;
  readonly week: number | null;
  readonly month: number | null;
  readonly percentageChange: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly monthly: number | null;
  };
};
export type Change = { readonly change: number | null; readonly percentageChange: number | null };

/** The changes against 1, 7 and 30 days before, and with `periodsAgo` 1 those of one such period before. */
export function changesOf(count: keyof Counts, ago: CountsAgo, periodsAgo: 0 | 1 = 0): Changes {
  const of = (days: number) => changeBetween(count, ago(periodsAgo * days), ago((periodsAgo + 1) * days));
  const [today, week, month] = [of(PERIOD_DAYS.today), of(PERIOD_DAYS.week), of(PERIOD_DAYS.month)];
  return {
    today: today.change,
    week: week.change,
    month: month.change,
    percentageChange: {
      daily: today.percentageChange,
      weekly: week.percentageChange,
      monthly: month.percentageChange,
    },
  };
}

export const yearOnYear = (count: keyof Counts, ago: CountsAgo): Change =>
  changeBetween(count, ago(0), ago(YEAR_DAYS));

function changeBetween(count: keyof Counts, now: Counts | null, before: Counts | null): Change {
  if (now === null || before === null) return { change: null, percentageChange: null };
  const change = now[count] - before[count];
  return { change, percentageChange: before[count] === 0 ? null : hundredths(change * 100, before[count]) };
}

/** A quotient rounded to 2 decimals, halves away from zero. */
export function hundredths(dividend: number, divisor: number): number {
  const rounded = Math.round((Math.abs(dividend) * 100) / divisor) / 100;
  return dividend < 0 && rounded > 0 ? -rounded : rounded;
}

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
  /** Mean change of each weekday, Monday first, to 2 decimals; `null` where no change is known. */
  readonly weekdays: readonly (number | null)[];
  /** The weekdays that grow most; none if none grows. */
  readonly peakDays: readonly (typeof WEEKDAYS)[number][];
};

/** The complete UTC days before today that count: four of each weekday. */
const TREND_DAYS = 28;

/** The start of the day before the first one that counts, whose last value is the first to compare with. */
export const trendsFromMs = (nowMs: number): number => (dayOf(nowMs) - TREND_DAYS - 1) * DAY_MS;

/**
 * The trends at `nowMs`, from summaries of UTC days that begin at trendsFromMs or before; `null` if the bot has no
 * report from before the days that count.
 */
export function trendsOf(days: readonly Summary[], nowMs: number): Trends | null {
  const firstDay = dayOf(nowMs) - TREND_DAYS;
  const byDay = new Map(days.map((day) => [dayOf(day.atMs), day]));
  const isLongEnough = days.some(({ firstAtMs }) => firstAtMs <= firstDay * DAY_MS);
  if (!isLongEnough) return null;
  const changes: number[][] = WEEKDAYS.map(() => []);
  for (let day = firstDay; day < firstDay + TREND_DAYS; day++) {
    const [before, after] = [serversAtStart(byDay, day), serversAtStart(byDay, day + 1)];
    if (before !== null && after !== null) changes[weekdayOf(day)]?.push(after - before);
  }
  const weekdays = changes.map((of) =>
    of.length === 0
      ? null
      : hundredths(
          of.reduce((sum, change) => sum + change, 0),
          of.length,
        ),
  );
  const best = Math.max(...weekdays.map((mean) => mean ?? 0));
  return { weekdays, peakDays: WEEKDAYS.filter((_, i) => best > 0 && weekdays[i] === best) };
}

/** The servers at the start of a day: those of the last report at or before it, if that is recent enough. */
function serversAtStart(byDay: ReadonlyMap<number, Summary>, day: number): number | null {
  const startMs = day * DAY_MS;
  const today = byDay.get(day);
  if (today?.firstAtMs === startMs) return today.first.serverCount;
  const yesterday = byDay.get(day - 1);
  const isRecent = yesterday !== undefined && startMs - yesterday.atMs <= VALUE_AGE_MAX_MS;
  return isRecent ? yesterday.serverCount : null;
}
