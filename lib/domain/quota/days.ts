import { DAY_MS } from './plan';

/** One bot's calls on one UTC day. `day` counts days since 1970-01-01. */
export type DayCount = { readonly day: number; readonly calls: number; readonly rejected: number };

/** Daily call counters are kept this long on every plan (contract section 1). */
export const DAY_COUNTS_KEPT = 31;

/** Whether a call on `today` keeps what was counted on `day`. */
export function isDayKept(day: number, today: number): boolean {
  const [first, last] = daysKept(today);
  return first <= day && day <= last;
}

/** The first and the last day of which a call on `today` keeps the counts. */
export const daysKept = (today: number) => [today - DAY_COUNTS_KEPT + 1, today + DAY_COUNTS_KEPT] as const;

/** Whether a call on `today` drops a day. `days` ascend. */
export const areDaysDropped = (days: readonly DayCount[], today: number): boolean =>
  [days[0], days.at(-1)].some((end) => end !== undefined && !isDayKept(end.day, today));

export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

/**
 * Adds a served or a refused call on `day`, keeps `days` ascending and drops expired days. Days after `day` exist
 * only after a clock step back; their number is bounded too.
 */
export function countOnDay(
  days: readonly DayCount[],
  day: number,
  what: 'calls' | 'rejected',
): readonly DayCount[] {
  const kept = days.filter((d) => isDayKept(d.day, day));
  const at = kept.findIndex((d) => d.day >= day);
  const position = at === -1 ? kept.length : at;
  const found = kept[position];
  const isToday = found?.day === day;
  const before = isToday ? found : { day, calls: 0, rejected: 0 };
  kept.splice(position, isToday ? 1 : 0, { ...before, [what]: before[what] + 1 });
  return kept;
}

/** One entry per day from `firstDay` to `lastDay` inclusive; days without calls are zero. */
export function fillDays(days: readonly DayCount[], firstDay: number, lastDay: number): DayCount[] {
  const byDay = new Map(days.map((d) => [d.day, d]));
  const filled: DayCount[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    filled.push(byDay.get(day) ?? { day, calls: 0, rejected: 0 });
  }
  return filled;
}

/** A cycle is exactly 30 × 24 h, half-open, anchored at the bot's registration (contract rule 5). */
export const CYCLE_MS = 30 * DAY_MS;

/** The index of the cycle that contains `nowMs`: 0 from registration on, negative if the clock is before it. */
export function cycleIndexAt(registeredAtMs: number, nowMs: number): number {
  return Math.floor((nowMs - registeredAtMs) / CYCLE_MS);
}

/** First millisecond of a cycle. */
export function cycleStartMs(registeredAtMs: number, index: number): number {
  return registeredAtMs + index * CYCLE_MS;
}

/** First millisecond after a cycle, which is the first of the next. */
export function cycleEndMs(registeredAtMs: number, index: number): number {
  return cycleStartMs(registeredAtMs, index + 1);
}
