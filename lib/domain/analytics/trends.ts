import { dayOf } from '../days';
import { DAY_MS } from '../plan';
import { weekdayOf } from '../stats-history';
import type { Summary } from '../summary';
import { hundredths, VALUE_AGE_MAX_MS } from './growth';

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
