import type { Bot } from '../bots/bot';
import { HOUR_MS } from '../quota/plan';
import type { RetentionEffect } from '../reports/effect';
import { foldedBeforeMs, KEPT_AS_SENT_MS, keptMs, type Retention } from './history';
import { hourOf } from './summary';

/** Hours that are folded or deleted together, because each time costs about as much as a report. */
export const HOURS_TOGETHER = 6;
export const TOGETHER_MS = HOURS_TOGETHER * HOUR_MS;

/** Hours that a call folds or deletes: more than it adds, few enough not to slow it down (up to 60 reports each). */
export const HOURS_PER_CALL = 8;

/** Expired hours that are deleted with a RetentionEffect: more than it adds. */
export const EXPIRED_HOURS_AT_ONCE = 2 * HOURS_PER_CALL;

/**
 * Whether something of a bot's history is to be folded or deleted at `nowMs`. `dueAtMs` is 0 if that is unknown; it is
 * too late for the reports that follow a clock step back.
 */
export const isRetentionDue = (dueAtMs: number, nowMs: number): boolean =>
  dueAtMs <= nowMs || dueAtMs > nowMs + KEPT_AS_SENT_MS + TOGETHER_MS;

/** The first such time for a bot that is registered at `atMs` and has no reports. */
export const firstDueAtMs = (atMs: number): number => hourOf(atMs) + TOGETHER_MS + KEPT_AS_SENT_MS;

/** Folds or deletes the oldest `hours` of a bot's history since `fromMs` at `nowMs`. */
export const retentionEffect = (
  retention: Retention,
  nowMs: number,
  hours: number,
  fromMs = Number.MIN_SAFE_INTEGER,
): RetentionEffect => ({
  kind: 'retention',
  nowMs,
  fromMs,
  hours,
  keptMs: keptMs(retention, nowMs),
});

/** The ends of the whole hours that are to be deleted and of those that are to be folded. */
export const retentionLimits = ({ nowMs, keptMs }: RetentionEffect) => ({
  deletedBeforeMs: hourOf(nowMs - keptMs),
  foldedBeforeMs: foldedBeforeMs(nowMs),
});

/** When the hour of a bot's oldest report and those after it are due, if nothing is folded before `foldingFromMs`. */
export function nextDueAtMs({ keptMs }: RetentionEffect, oldestMs: number, foldingFromMs: number): number {
  const endMs = hourOf(oldestMs) + TOGETHER_MS;
  return Math.min(endMs + keptMs, Math.max(endMs + KEPT_AS_SENT_MS, foldingFromMs));
}

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
