import type { Bot } from '../bots/bot';
import { HOUR_MS } from '../quota/plan';
import { foldedBeforeMs, KEPT_AS_SENT_MS, keptMs, type Retention } from './history';
import { hourOf } from './summary';

/** Hours that are folded or deleted together, in one transaction of a few milliseconds (up to 60 reports each). */
const HOURS_TOGETHER = 6;
const TOGETHER_MS = HOURS_TOGETHER * HOUR_MS;

/** Expired hours that are deleted with them: more than they add. */
export const EXPIRED_HOURS_AT_ONCE = 16;

/** The first time when the history of a bot that is registered at `atMs` and has no reports is due. */
export const firstDueAtMs = (atMs: number): number => hourOf(atMs) + TOGETHER_MS + KEPT_AS_SENT_MS;

/** A history is also due if it says that it is later than this: the clock was set back since. */
export const lastDueAtMs = (nowMs: number): number => firstDueAtMs(nowMs);

/** The oldest of a bot's reports, and how long they are kept; nothing is folded before `foldingFromMs`. */
export type OldestReports = {
  readonly retention: Retention;
  /** `null` if there are none. */
  readonly oldestMs: number | null;
  readonly foldingFromMs: number;
};

/** What is to be done with the oldest hours at `nowMs`: their reports before `untilMs` are folded or deleted. */
export function dueHours({ retention, oldestMs, foldingFromMs }: OldestReports, nowMs: number) {
  const deletedBeforeMs = hourOf(nowMs - keptMs(retention, nowMs));
  const firstMs = hourOf(oldestMs ?? nowMs);
  const isExpired = firstMs < deletedBeforeMs;
  const isFolded = !isExpired && firstMs < foldedBeforeMs(nowMs) && foldingFromMs <= nowMs;
  const endMs = isExpired ? deletedBeforeMs : isFolded ? foldedBeforeMs(nowMs) : firstMs;
  return { untilMs: Math.min(firstMs + TOGETHER_MS, endMs), isFolded, deletedBeforeMs };
}

/** When the hour of a bot's oldest report and those after it are due. */
export function nextDueAtMs({ retention, oldestMs, foldingFromMs }: OldestReports, nowMs: number): number {
  const endMs = hourOf(oldestMs ?? nowMs) + TOGETHER_MS;
  const dueAtMs = Math.min(
    endMs + keptMs(retention, nowMs),
    Math.max(endMs + KEPT_AS_SENT_MS, foldingFromMs),
  );
  return Math.min(dueAtMs, lastDueAtMs(nowMs));
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
