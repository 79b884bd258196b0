import { DAY_MS, HOUR_MS } from '../plan';
import type { Counts } from '../summary';

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
