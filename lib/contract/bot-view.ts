import type { BotState } from '@/lib/domain/bot-state';
import type { Forecast, Pace } from '@/lib/domain/forecast';
import type { Range } from '@/lib/domain/history';
import type { TimedReport } from '@/lib/domain/report';
import type { ReportAvailability } from '@/lib/domain/report-availability';
import type { SeriesPoint } from '@/lib/domain/summary';
import type { UsageRecord } from '@/lib/domain/usage-record';

/** The data of a bot's page: rendered as HTML first, then read over BOT_VIEW_PATH. Times in milliseconds. */
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
  /** Whether `series` is missing because too many reads wait. */
  readonly isBusy: boolean;
  /** Oldest first. */
  readonly series: readonly SeriesPoint[];
};
