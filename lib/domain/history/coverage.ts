import type { Account } from '../bots/account';
import { DAY_MS, MINUTE_MS, PLANS } from '../quota/plan';
import { type Pause, pausedMs } from '../silences/pause';
import { dayText } from '../text/time';
import { KEPT_AS_SENT_MS } from './history';

/** How many of the reports that a bot could make arrived. */
export type Coverage = {
  readonly expected: number;
  readonly received: number;
  /** Truncated to 2 decimals, at most 100; `null` if none was expected. */
  readonly percentage: number | null;
};

/** Days that pages and badges show, if the plan keeps so many. */
const COVERAGE_DAYS_MAX = 90;

/** The reports of one UTC day, and how much of its expected time was planned as silence. */
export type DayCoverage = Coverage & { readonly date: string; readonly pausedMs: number };

export type CoverageByDay = { readonly all: Coverage; readonly days: readonly DayCoverage[] };

/** The reports of some stretch of time: how many, and when the first one was received. */
type ReportSpan = { readonly atMs: number; readonly firstAtMs: number; readonly reports: number };

/** Planned silences, which do not overlap, and the reports that came within them: both are left out. */
export type Planned = {
  readonly pauses: readonly Pick<Pause, 'fromMs' | 'untilMs'>[];
  readonly reports: readonly { readonly atMs: number; readonly reports: number }[];
};
export const NOTHING_PLANNED: Planned = { pauses: [], reports: [] };

type Covered = Pick<Account, 'plan' | 'planChangedAtMs' | 'formerIntervalMinutes' | 'reportsTotal'>;

/** From when coverage is shown: COVERAGE_DAYS_MAX or the plan's history, in whole UTC days, today included. */
export function coverageFromMs({ plan }: Pick<Account, 'plan'>, nowMs: number): number {
  const days = Math.min(COVERAGE_DAYS_MAX, PLANS[plan].historyDays);
  return nowMs - (nowMs % DAY_MS) - (days - 1) * DAY_MS;
}

/** From when the coverage of the API counts: the plan change, or 7 days ago, whichever is later. */
export const coveredAfterMs = (
  { planChangedAtMs }: Pick<Account, 'planChangedAtMs'>,
  nowMs: number,
): number => Math.min(nowMs, Math.max(nowMs - KEPT_AS_SENT_MS, planChangedAtMs ?? 0));

/**
 * The reports received from `fromMs` until `untilMs` of those expected: one in each whole interval of the plan then in force,
 * from the bot's first report on, planned silences left out (contract section 13, Coverage).
 */
export function coverageOf(
  account: Covered,
  received: Counted,
  fromMs: number,
  untilMs: number,
  planned: Planned,
): Coverage {
  const startMs = startOf(account, received, fromMs, untilMs);
  return of(
    intervalsIn(account, planned, startMs, untilMs),
    countOf(received) - sumIn(planned.reports, fromMs, untilMs + 1),
  );
}

/** How many came from `fromMs` until before `untilMs`. */
const sumIn = (
  counted: readonly { readonly atMs: number; readonly reports: number }[],
  fromMs: number,
  untilMs: number,
): number =>
  counted.reduce((sum, { atMs, reports }) => sum + (atMs >= fromMs && atMs < untilMs ? reports : 0), 0);

type Counted = readonly Pick<ReportSpan, 'firstAtMs' | 'reports'>[];

const countOf = (received: Counted): number => received.reduce((sum, { reports }) => sum + reports, 0);

/** From when reports are expected: nothing is before the first of a bot that has sent no others. */
function startOf(account: Covered, received: Counted, fromMs: number, untilMs: number): number {
  const isNew = account.reportsTotal <= countOf(received);
  const firstAtMs = Math.min(untilMs, ...received.map(({ firstAtMs }) => firstAtMs));
  return isNew ? firstAtMs : Math.min(untilMs, fromMs);
}

/**
 * The same until `nowMs`, in all and by UTC day. `received` are those since `fromMs`, at least one entry for each day with
 * reports.
 */
export function coverageByDay(
  account: Covered,
  received: readonly ReportSpan[],
  fromMs: number,
  nowMs: number,
  planned: Planned,
): CoverageByDay {
  const all = coverageOf(account, received, fromMs, nowMs, planned);
  if (account.reportsTotal === 0) return { all, days: [] };
  const startMs = startOf(account, received, fromMs, nowMs);
  const days: DayCoverage[] = [];
  for (let dayMs = startMs - (startMs % DAY_MS); dayMs <= nowMs; dayMs += DAY_MS) {
    const untilMs = Math.min(dayMs + DAY_MS, nowMs);
    const dayFromMs = Math.max(dayMs, startMs);
    const nextMs = dayMs + DAY_MS;
    days.push({
      date: dayText(dayMs / DAY_MS),
      pausedMs: pausedMs(planned.pauses, dayFromMs, untilMs),
      ...of(
        intervalsIn(account, planned, dayFromMs, untilMs),
        sumIn(received, dayMs, nextMs) - sumIn(planned.reports, dayMs, nextMs),
      ),
    });
  }
  return { all, days };
}

/** Truncated to 2 decimals; both ends of a span can have a report, one more than intervals. */
const of = (expected: number, received: number): Coverage => ({
  expected,
  received,
  percentage: expected === 0 ? null : Math.min(100, Math.floor((received * 10_000) / expected) / 100),
});

/** Whole intervals of the plans in force, in the time that was not planned as silence. */
function intervalsIn(
  { plan, planChangedAtMs, formerIntervalMinutes }: Covered,
  { pauses }: Planned,
  fromMs: number,
  untilMs: number,
): number {
  const own = PLANS[plan].intervalMinutes * MINUTE_MS;
  const former = (formerIntervalMinutes ?? PLANS[plan].intervalMinutes) * MINUTE_MS;
  const changedMs = Math.min(untilMs, Math.max(fromMs, planChangedAtMs ?? fromMs));
  const expectedMs = (fromMs: number, untilMs: number) =>
    untilMs - fromMs - pausedMs(pauses, fromMs, untilMs);
  return Math.floor(expectedMs(fromMs, changedMs) / former + expectedMs(changedMs, untilMs) / own);
}
