import type { Bot } from '@/lib/domain/bots/bot';
import type { CountsAt } from '@/lib/domain/history/change';
import type { BotReport } from '@/lib/domain/history/combined';
import type { Gap, GapSearch } from '@/lib/domain/history/gaps';
import type { HistoryCursor, HistoryOrder, StoredPoint, Summary } from '@/lib/domain/history/summary';
import type { TimedReport } from '@/lib/domain/reports/report';
import type { MarkReads } from './marks';
import type { UsageReads } from './usage';
import type { VoteReads } from './votes';

/**
 * A bot's history from `fromMs` until `untilMs` in buckets of `bucketMs`, which start at multiples of it since 1970. An
 * hour that is kept as a summary belongs to the bucket of its last report.
 */
export type SeriesQuery = {
  readonly botId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly bucketMs: number;
};

/** A page of up to `max` of what is stored of a bot from `fromMs` until before `untilMs`. */
export type StoredPointsQuery = {
  readonly botId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly order: HistoryOrder;
  /** `null` for the first page. */
  readonly after: HistoryCursor | null;
  readonly max: number;
};

/** The last reports of several bots in buckets, as in SeriesQuery. */
export type ReportsOfQuery = Omit<SeriesQuery, 'botId'> & { readonly botIds: readonly string[] };

/** The gaps of a bot. */
export type GapsQuery = GapSearch & { readonly botId: string };

/** Moments of which the counts are asked for, with those of reports from `fromMs` on. */
export type ValuesQuery = {
  readonly botId: string;
  readonly moments: readonly number[];
  readonly fromMs: number;
};

/** What is stored under one bot id; `bot` is `null` if the bot was deleted and its history was not yet. */
export type StoredHistory = {
  readonly botId: string;
  /** The oldest report that is kept as it was sent; `null` if there is none. */
  readonly oldestReportMs: number | null;
  /** The start of the oldest hour that is kept as a summary; `null` if there is none. */
  readonly oldestHourMs: number | null;
  readonly oldestMarkMs: number | null;
  /** The start of the oldest planned silence. */
  readonly oldestPauseMs: number | null;
  readonly bot: Bot | null;
};

/** Rows of all bots. */
export type StoredCounts = { readonly reports: number; readonly hours: number };

/** The reports of bots: as they were sent, and older ones as summaries of hours. */
export interface History {
  /** The votes of bots, which are read in the same turns. */
  readonly votes: VoteReads;
  /** What used the quota, which is read in the same turns. */
  readonly usage: UsageReads;
  /** Marks and planned silences, which are read in the same turns. */
  readonly marks: MarkReads;
  /** One point for each bucket with reports, oldest first. */
  series(query: SeriesQuery): Promise<Summary[]>;
  /** Oldest first. */
  gaps(query: GapsQuery): Promise<Gap[]>;
  /**
   * By moment: the last report at or before it, else the oldest; empty without reports. Of an hour that is kept as a summary
   * the first and the last report are known.
   */
  valuesAt(query: ValuesQuery): Promise<ReadonlyMap<number, CountsAt>>;
  /** The last report of each bucket that is kept as it was sent, oldest first. */
  lastReports(query: SeriesQuery): Promise<TimedReport[]>;
  /** The same of several bots, in any order. The cost grows with the reports that are returned. */
  lastReportsOf(query: ReportsOfQuery): Promise<BotReport[]>;
  /** Every report and hour, by the time of its last report. */
  page(query: StoredPointsQuery): Promise<StoredPoint[]>;
  /** The time of a bot’s oldest report since `fromMs` that is kept as it was sent; `null` if there is none. */
  oldestReportMs(botId: string, fromMs: number): Promise<number | null>;
  /** Ordered by bot id, starting after `afterBotId`. */
  list(afterBotId: string, max: number): Promise<StoredHistory[]>;
  /**
   * Deletes up to `max` of a bot's oldest reports before `beforeMs`, up to `max` of its hours that end by then, and the marks
   * and planned silences of that time.
   * Returns whether there are more.
   */
  prune(botId: string, beforeMs: number, max: number): Promise<boolean>;
  /** Reads whole tables. */
  count(): Promise<StoredCounts>;
  /** From when reports are folded; `null` if that was never set. */
  foldingFromMs(): Promise<number | null>;
  /** Lets folding start at `fromMs`, unless it starts earlier. */
  startFolding(fromMs: number): Promise<void>;
}
