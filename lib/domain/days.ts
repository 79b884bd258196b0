import { DAY_MS } from './plan';

/** What one bot's calls came to on one UTC day. `day` counts days since 1970-01-01. */
export type DayCount = { readonly day: number; readonly calls: number; readonly rejected: number };

/** Daily call counters are kept this long on every plan (contract section 1). */
export const DAY_COUNTS_KEPT = 31;

export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** `2026-02-05` */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * One more call, or one more refused call, on `day`. Keeps `days` ascending and drops what is past keeping.
 * Days ahead of `day` exist only after a clock step backwards; as many are kept again, so the list stays bounded.
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

/** One entry for each day from `firstDay` to `lastDay`, both included; days without a call are zero. */
export function fillDays(days: readonly DayCount[], firstDay: number, lastDay: number): DayCount[] {
  const byDay = new Map(days.map((d) => [d.day, d]));
  const filled: DayCount[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    filled.push(byDay.get(day) ?? { day, calls: 0, rejected: 0 });
  }
  return filled;
}
