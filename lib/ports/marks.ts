import type { Mark } from '@/lib/domain/history/mark';
import type { Pause } from '@/lib/domain/silences/pause';

/** Stretches of time of a bot, half-open. */
type Span = { readonly fromMs: number; readonly untilMs: number };

/** The annotations of a bot’s history, which are read in the same turns. */
export interface MarkReads {
  /** The newest `max` of a stretch of time, oldest first. */
  list(botId: string, span: Span, max: number): Promise<Mark[]>;
  /** The newest `max` marks of a stretch of time, and the pauses that reach into it, both oldest first: one statement. */
  annotations(
    botId: string,
    span: Span,
    max: number,
  ): Promise<{ readonly marks: Mark[]; readonly pauses: Pause[] }>;
  /** The pauses that reach into a stretch of time, oldest first. */
  pauses(botId: string, span: Span): Promise<Pause[]>;
  /**
   * The reports that came within pauses since `fromMs`, by UTC day: the start of the day and how many. Of an hour that is kept
   * as a summary they are known if all of it was paused.
   */
  reportsInPauses(
    botId: string,
    fromMs: number,
  ): Promise<{ readonly atMs: number; readonly reports: number }[]>;
}

/** Marks and planned silences of bots (contract section 13). */
export interface Marks extends MarkReads {
  /** Adds a mark; of a bot that has MARKS_MAX others, in the place of the oldest. */
  add(botId: string, mark: Mark): Promise<void>;
  /** Returns whether there was one. */
  delete(botId: string, id: string): Promise<boolean>;
  /** How many pauses of a bot begin within a stretch of time. */
  countPauses(botId: string, span: Span): Promise<number>;
  /** Ends pauses that last longer than `atMs`. */
  endPauses(botId: string, atMs: number): Promise<void>;
  /** In the place of one that begins in the same millisecond. */
  addPause(botId: string, pause: Pause): Promise<void>;
}
