import { DAY_MS, MINUTE_MS, PLANS, type PlanName } from '../quota/plan';

/** A moment of a bot with a text: a deployment, an incident, a note (contract section 13). */
export const MARK_KINDS = ['deploy', 'incident', 'note'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export type Mark = {
  readonly id: string;
  readonly atMs: number;
  readonly kind: MarkKind;
  readonly text: string;
};

export const MARK_TEXT_MAX = 80;
/** The most marks of a bot: a further one takes the place of the oldest. */
export const MARKS_MAX = 1_000;
/** The most marks of one response. */
export const MARKS_LISTED = 500;

const AHEAD_MAX_MS = 5 * MINUTE_MS;

/** From when marks are shown. */
export const marksFromMs = ({ plan }: { readonly plan: PlanName }, nowMs: number): number =>
  nowMs - PLANS[plan].historyDays * DAY_MS;

/** The stretch of time of a read of marks: the last 24 hours unless given, within the plan's history. */
export function marksSpan(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  bot: { readonly plan: PlanName },
  nowMs: number,
) {
  const fromMs = from ?? (to ?? nowMs) - DAY_MS;
  return { fromMs: Math.max(fromMs, marksFromMs(bot, nowMs)), untilMs: to ?? nowMs + AHEAD_MAX_MS + 1 };
}

/** Why a mark cannot be at this time, in one sentence; `null` if it can. */
export const markTimeError = (
  bot: { readonly plan: PlanName },
  atMs: number,
  nowMs: number,
): string | null =>
  atMs >= marksFromMs(bot, nowMs) && atMs <= nowMs + AHEAD_MAX_MS
    ? null
    : `Must be within the ${PLANS[bot.plan].historyDays} days of the plan's history, and at most 5 minutes ahead.`;
