import type { BotState } from '@/lib/domain/bot-state';
import type { Forecast, Pace } from '@/lib/domain/forecast';
import type { Range } from '@/lib/domain/history';
import type { TimedReport } from '@/lib/domain/report';
import type { ReportAvailability } from '@/lib/domain/report-availability';
import type { SeriesPoint } from '@/lib/domain/summary';
import type { UsageRecord } from '@/lib/domain/usage-record';

/**
 * The data of a bot's page: rendered as HTML first, then refreshed over the endpoint BOT_VIEW_PATH. Times in
 * milliseconds.
 */
export type BotView = {
  /** The time of the read by the authoritative clock. */
  readonly nowMs: number;
  readonly state: BotState;
  readonly usage: UsageRecord;
  readonly pace: Pace | null;
  readonly forecast: Forecast | null;
  readonly lastReport: TimedReport | null;
  readonly cycleStartMs: number;
  readonly resetAtMs: number;
  /** The next allowed report by the interval alone. */
  readonly nextAllowedAtMs: number;
  readonly availability: ReportAvailability;
  readonly range: Range;
  readonly fromMs: number;
  /** `series` has a point for each interval of this length that has reports. */
  readonly bucketMs: number;
  /** Oldest first. */
  readonly series: readonly SeriesPoint[];
};

/** The parts of a view that differ between two reads only if something happened; the page's clock computes the others. */
export function lastingPartOf({ nowMs, fromMs: _, pace: _pace, forecast, usage, ...view }: BotView): object {
  const { updates, statistics, usage: quota, ...rest } = usage;
  return {
    ...view,
    ...rest,
    // The chart moves on by a point even if nothing is reported.
    moment: Math.floor(nowMs / view.bucketMs),
    availability: view.availability.refusal && view.availability,
    forecast: forecast?.kind,
    updates: { ...updates, minutesUntilNextUpdate: 0 },
    quota: { ...quota, reset: quota.reset.at },
    days: statistics.usageHistory,
  };
}
