/** A new bot's first day is a bar among empty days, not a bar as wide as the chart. */
export const DAYS_MIN = 14;

export type Day = { readonly date: string; readonly calls: number; readonly rejected: number };
export type DayBar = Day & { readonly total: number };

export type DayBars = {
  readonly bars: readonly DayBar[];
  readonly calls: number;
  readonly rejected: number;
  /** The height of the highest bar, refused calls included. */
  readonly max: number;
};

/** The bars of `statistics.usageHistory`: counted calls with the refused ones on top. */
export function dayBars(days: readonly Day[]): DayBars {
  const bars = days.map((day) => ({ ...day, total: day.calls + day.rejected }));
  return {
    bars,
    calls: bars.reduce((sum, bar) => sum + bar.calls, 0),
    rejected: bars.reduce((sum, bar) => sum + bar.rejected, 0),
    max: Math.max(0, ...bars.map((bar) => bar.total)),
  };
}
