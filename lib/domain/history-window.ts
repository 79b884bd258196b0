import { KEPT_AS_SENT_MS } from './history';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS, type PlanName } from './plan';

/** What a point of the history stands for: one report, or those of a UTC hour or day. */
export const HISTORY_UNITS = ['report', 'hour', 'day'] as const;
export type HistoryUnit = (typeof HISTORY_UNITS)[number];

/** The part of the history that a call asks for (contract section 8). */
export type HistorySpan = {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly unit: HistoryUnit | 'auto';
};

/** The part that it gets, from `fromMs` until before `toMs`; empty if all of it is older than the plan's history. */
export type HistoryWindow = { readonly fromMs: number; readonly toMs: number; readonly unit: HistoryUnit };

/** The length of the buckets of a unit. */
export const UNIT_MS = { hour: HOUR_MS, day: DAY_MS } as const;

const DEFAULT_SPAN_MS = DAY_MS;
const AUTO_POINTS_MAX = 1_500;

/** The start and end that are asked for, as sent; the default end is after a report of this millisecond. */
function requested({ fromMs, toMs }: HistorySpan, nowMs: number): { fromMs: number; toMs: number } {
  const endMs = toMs ?? nowMs + 1;
  return { fromMs: fromMs ?? endMs - DEFAULT_SPAN_MS, toMs: endMs };
}

/** Whether the start is before the end. */
export function isForward(span: HistorySpan, nowMs: number): boolean {
  const { fromMs, toMs } = requested(span, nowMs);
  return fromMs < toMs;
}

/**
 * The window of a span that is forward: cut at now, widened to whole hours or days, then cut where the plan's history
 * begins, and with reports also a week ago. So only the first hour or day can be a part of one.
 */
export function historyWindow(span: HistorySpan, plan: PlanName, nowMs: number): HistoryWindow {
  const keptFromMs = nowMs - PLANS[plan].historyDays * DAY_MS;
  const asked = cut(untilNow(requested(span, nowMs), span, nowMs), keptFromMs);
  const unit = span.unit === 'auto' ? autoUnit(asked, plan, nowMs) : span.unit;
  if (unit === 'report') return { ...cut(asked, nowMs - KEPT_AS_SENT_MS), unit };
  // A span that is wholly ahead stays empty.
  if (asked.fromMs === nowMs && asked.toMs === nowMs) return { ...asked, unit };
  const unitMs = UNIT_MS[unit];
  const widened = {
    fromMs: Math.floor(asked.fromMs / unitMs) * unitMs,
    toMs: Math.ceil(asked.toMs / unitMs) * unitMs,
  };
  return { ...cut(widened, keptFromMs), unit };
}

/** What is later than now is cut off; a default end is this millisecond's. */
const untilNow = (asked: { fromMs: number; toMs: number }, { toMs }: HistorySpan, nowMs: number) =>
  toMs === undefined || toMs <= nowMs ? asked : { fromMs: Math.min(asked.fromMs, nowMs), toMs: nowMs };

const cut = ({ fromMs, toMs }: { fromMs: number; toMs: number }, atMs: number) => ({
  fromMs: Math.max(fromMs, atMs),
  toMs: Math.max(toMs, atMs),
});

function autoUnit(asked: { fromMs: number; toMs: number }, plan: PlanName, nowMs: number): HistoryUnit {
  const spanMs = asked.toMs - asked.fromMs;
  const isKeptAsSent = asked.fromMs >= nowMs - KEPT_AS_SENT_MS;
  if (isKeptAsSent && spanMs <= AUTO_POINTS_MAX * PLANS[plan].intervalMinutes * MINUTE_MS) return 'report';
  return spanMs <= AUTO_POINTS_MAX * HOUR_MS ? 'hour' : 'day';
}
