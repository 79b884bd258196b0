import { weekdayOf } from '../history/stats-history';
import { dayOf } from '../quota/days';
import { DAY_MS } from '../quota/plan';
import { dayText } from '../text/time';

/** Votes of one UTC day, weighted. `day` counts days since 1970-01-01. */
export type DayVotes = { readonly day: number; readonly votes: number };

export type MonthVotes = { readonly month: string; readonly votes: number };

/** How long the votes of a day are kept. */
export const VOTE_DAYS_KEPT = 365;

type RecentVotes = { readonly today: number; readonly weekly: number; readonly monthly: number };

/** Weighted votes of the current UTC day, ISO week and month, and of the last 12 months, the oldest first. */
export type VoteTotals = RecentVotes & {
  /** Of the whole day, week and month before. */
  readonly previous: RecentVotes;
  readonly months: readonly MonthVotes[];
};

const MONTHS = 12;

const monthText = (day: number): string => dayText(day).slice(0, 'YYYY-MM'.length);

/** The first day of the month that begins `back` months before that of `nowMs`. */
function monthStart(nowMs: number, back: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1) / DAY_MS;
}

/** The first day that the totals depend on. */
export const firstDayOfTotals = (nowMs: number): number => monthStart(nowMs, MONTHS - 1);

/** The totals of days, in any order, from `firstDayOfTotals` on. A vote that is given a little ahead counts on its day. */
export function voteTotals(days: readonly DayVotes[], nowMs: number): VoteTotals {
  const today = dayOf(nowMs);
  const weekStart = today - weekdayOf(today);
  const thisMonth = monthStart(nowMs, 0);
  const between = (from: number, until: number) =>
    days.reduce((sum, { day, votes }) => sum + (day >= from && day < until ? votes : 0), 0);
  const since = (from: number) => between(from, Number.POSITIVE_INFINITY);
  const months = new Map<string, number>();
  for (let back = MONTHS - 1; back >= 0; back--) months.set(monthText(monthStart(nowMs, back)), 0);
  for (const { day, votes } of days) {
    // A day ahead of the current month is at its end.
    const month = monthText(Math.min(day, monthStart(nowMs, -1) - 1));
    const known = months.get(month);
    if (known !== undefined) months.set(month, known + votes);
  }
  return {
    today: since(today),
    weekly: since(weekStart),
    monthly: since(thisMonth),
    previous: {
      today: between(today - 1, today),
      weekly: between(weekStart - 7, weekStart),
      monthly: between(monthStart(nowMs, 1), thisMonth),
    },
    months: [...months].map(([month, votes]) => ({ month, votes })),
  };
}

/** The votes until the end of a day, of those before the days and of each day. */
export function runningVotes(before: number, days: readonly DayVotes[]): (day: number) => number {
  const inOrder = [...days].sort((a, b) => a.day - b.day);
  return (until) => {
    let sum = before;
    for (const { day, votes } of inOrder) {
      if (day > until) break;
      sum += votes;
    }
    return sum;
  };
}
