import type { BotState } from '@/lib/domain/bot-state';
import type { EventType } from '@/lib/domain/event';
import type { Forecast, Pace } from '@/lib/domain/forecast';
import type { Gap } from '@/lib/domain/gaps';
import type { Range } from '@/lib/domain/history';
import type { TimedReport } from '@/lib/domain/report';
import type { ReportAvailability } from '@/lib/domain/report-availability';
import type { SeriesPoint } from '@/lib/domain/summary';
import type { UsageRecord } from '@/lib/domain/usage-record';
import { type PackedPoints, packPoints, unpackPoints } from './packed-points';
import { type Parts, runsOf } from './parts';
import type { UnreadView } from './unread-view';

/**
 * The data of a bot's page: rendered as HTML first, then refreshed over the endpoint BOT_VIEW_PATH. Times in
 * milliseconds.
 */
export type BotView = UnreadView & {
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
  /** The end of the range; `nowMs` unless it ended before. */
  readonly untilMs: number;
  /** `series` has a point for each interval of this length that has reports. */
  readonly bucketMs: number;
  /** Whether `series` is missing because too many reads wait. */
  readonly isBusy: boolean;
  /** Oldest first. */
  readonly series: readonly SeriesPoint[];
  /** Of the range, as the history has them (contract section 8). */
  readonly gaps: readonly Gap[];
  /** The series of the period before, of the same length; `null` unless it was asked for. */
  readonly previous: readonly SeriesPoint[] | null;
  /** What happened to the bot within the range, oldest first. */
  readonly marks: readonly ChartMark[];
};

/** An event on the time axis of a chart. */
export type ChartMark = { readonly atMs: number; readonly type: EventType };

/** What a bot's page holds in the browser. */
export type BotViewParts = Parts<Omit<BotView, 'series'>, PackedPoints>;

/** A new report then changes one or two of at most six blocks. */
const BUCKETS_PER_BLOCK = 128;

/** Blocks begin at fixed times, so that they stay the same while the range moves on. */
export function partsOfBotView({ series, ...rest }: BotView): BotViewParts {
  const blockMs = rest.bucketMs * BUCKETS_PER_BLOCK;
  return { rest, blocks: runsOf(series, ({ atMs }) => Math.floor(atMs / blockMs)).map(packPoints) };
}

export const botViewOf = ({ rest, blocks }: BotViewParts): BotView => ({
  ...rest,
  series: blocks.flatMap(unpackPoints),
});

/** Parts without what differs between two reads although nothing happened; the page's clock computes that. */
export function lastingBotView({
  rest: { nowMs, fromMs: _, untilMs, gaps, pace: _pace, forecast, usage, ...view },
  blocks,
}: BotViewParts) {
  const { updates, statistics, usage: quota, ...rest } = usage;
  return {
    blocks,
    rest: {
      ...view,
      ...rest,
      // The chart moves on by a point even if nothing is reported.
      moment: Math.floor(untilMs / view.bucketMs),
      // A gap that lasts ends now.
      gaps: gaps.map(({ fromMs, toMs }) => (toMs === nowMs ? fromMs : [fromMs, toMs])),
      availability: view.availability.refusal && view.availability,
      forecast: forecast?.kind,
      updates: { ...updates, minutesUntilNextUpdate: 0 },
      quota: { ...quota, reset: quota.reset.at },
      days: statistics.usageHistory,
    },
  };
}
