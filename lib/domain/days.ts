import { DAY_MS } from './plan';

/** One bot's calls on one UTC day. `day` counts days since 1970-01-01. */
export type DayCount = { readonly day: number; readonly calls: number; readonly rejected: number };

/** Daily call counters are kept this long on every plan (contract section 1). */
export const DAY_COUNTS_KEPT = 31;

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
  const kept = days.filter((d) => d.day > day - DAY_COUNTS_KEPT && d.day <= day + DAY_COUNTS_KEPT);
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
