import type { PeakTime } from '@/lib/domain/analytics/analytics';
import { highestOf } from '@/lib/domain/analytics/months';
import { dayOf } from '@/lib/domain/days';
import { foldedBeforeMs } from '@/lib/domain/history';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/plan';
import { type Counts, hourOf, type Summary } from '@/lib/domain/summary';
import type { History } from '@/lib/ports/history';

/** A report has a bucket of its own: reports of a bot are a minute apart. */
const REPORT_MS = MINUTE_MS;

/** The record of a count within the given UTC days; `null` without days. Looks into one day and one hour of it. */
export async function recordOf(
  history: History,
  botId: string,
  days: readonly Summary[],
  count: keyof Counts,
  nowMs: number,
): Promise<PeakTime | null> {
  const day = highestOf(days, count);
  if (day === null) return null;
  const value = day.max[count];
  const pointsFrom = (fromMs: number, spanMs: number, bucketMs: number) =>
    history.series({
      botId,
      fromMs: Math.max(fromMs, day.firstAtMs),
      untilMs: Math.min(fromMs + spanMs, day.atMs + 1),
      bucketMs,
    });
  const hour = highestOf(await pointsFrom(dayOf(day.atMs) * DAY_MS, DAY_MS, HOUR_MS), count);
  const hourMs = hourOf(hour?.atMs ?? day.atMs);
  if (hourMs < foldedBeforeMs(nowMs)) return { value, atMs: hourMs };
  const report = highestOf(await pointsFrom(hourMs, HOUR_MS, REPORT_MS), count);
  return { value, atMs: report?.firstAtMs ?? hourMs };
}
