import { dayOf } from '../quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS, type PlanName } from '../quota/plan';
import { dayText, isoTime, parseIsoTime } from '../text/time';
import { hourOf } from './summary';

/** After a downgrade, history of the former plan is kept (hidden) for this long (contract section 1). */
const DOWNGRADE_GRACE_MS = 7 * DAY_MS;

/** Reports are kept as they were sent for this long, then by the hour (contract section 1). */
export const KEPT_AS_SENT_MS = 7 * DAY_MS;

/** Hours that end by this moment are folded: their reports are replaced by a summary. */
export const foldedBeforeMs = (nowMs: number): number => hourOf(nowMs - KEPT_AS_SENT_MS);

/** Determines how long a bot's reports are kept. */
export type Retention = {
  readonly plan: PlanName;
  readonly planChangedAtMs: number | null;
  /** History days of the former plans, which still count within the grace period. */
  readonly formerHistoryDays: number;
};

/** How long the bot's history is kept at `nowMs`. */
export const keptMs = (retention: Retention, nowMs: number): number => keptDays(retention, nowMs) * DAY_MS;

/** Reports before this moment may be deleted. */
export const keptFromMs = (retention: Retention, nowMs: number): number => nowMs - keptMs(retention, nowMs);

/** The retention after a change to `plan` at `nowMs`. */
export function afterPlanChange(retention: Retention, plan: PlanName, nowMs: number): Retention {
  return { plan, planChangedAtMs: nowMs, formerHistoryDays: keptDays(retention, nowMs) };
}

function keptDays({ plan, planChangedAtMs, formerHistoryDays }: Retention, nowMs: number): number {
  const own = PLANS[plan].historyDays;
  const isInGrace = planChangedAtMs !== null && nowMs < planChangedAtMs + DOWNGRADE_GRACE_MS;
  return isInGrace ? Math.max(own, formerHistoryDays) : own;
}

/** The time ranges that a bot's page offers by name. */
export const RANGES = ['24h', '7d', '30d', '90d', 'all'] as const;
export type NamedRange = (typeof RANGES)[number];

/** A named range, or any other as `<start>..<end>`: two UTC days, both included, or two moments. */
export type Range = NamedRange | `${string}..${string}`;

/** Their lengths in days. */
export const RANGE_DAYS = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, all: Number.POSITIVE_INFINITY } as const;

/** The most points that a chart can show distinctly. */
const POINTS_MAX = 600;

/** From a moment until before another. */
export type Span = { readonly fromMs: number; readonly untilMs: number };

/** The part of a bot's history that a chart shows, and the length of its buckets. */
export type SeriesWindow = Span & { readonly bucketMs: number };

/**
 * A range within the plan's history, empty if all of it is older or ahead. Buckets are whole hours where history is kept by
 * the hour, else whole minutes. There are at most POINTS_MAX, the first and the last of them cut.
 */
export function seriesWindow(range: Range, plan: PlanName, nowMs: number): SeriesWindow {
  const keptMs = PLANS[plan].historyDays * DAY_MS;
  const { fromMs, untilMs } = shownSpan(range, keptMs, nowMs);
  const unitMs = fromMs < nowMs - KEPT_AS_SENT_MS ? HOUR_MS : MINUTE_MS;
  const bucketMs = Math.max(1, Math.ceil((untilMs - fromMs) / (POINTS_MAX - 1) / unitMs)) * unitMs;
  return { fromMs, untilMs, bucketMs };
}

/** What of a range is kept for `keptMs` and not ahead; empty if all of it is older or ahead. */
export function shownSpan(range: Range, keptMs: number, nowMs: number): Span {
  const asked = spanOf(range) ?? { fromMs: nowMs - Math.min(rangeMs(range), keptMs), untilMs: nowMs };
  const untilMs = Math.min(asked.untilMs, nowMs);
  return { fromMs: Math.min(untilMs, Math.max(asked.fromMs, nowMs - keptMs)), untilMs };
}

/**
 * The first and the last UTC day of a range, for what is counted by the day, of `keptDays` at most. A range of two days or more
 * begins with a whole one.
 */
export function daysOfRange(range: Range, keptDays: number, nowMs: number): { first: number; last: number } {
  const { fromMs, untilMs } = shownSpan(range, keptDays * DAY_MS, nowMs);
  const last = dayOf(Math.max(fromMs, untilMs - 1));
  const first = untilMs - fromMs < 2 * DAY_MS ? dayOf(fromMs) : Math.ceil(fromMs / DAY_MS);
  return { first: Math.max(first, dayOf(nowMs) - keptDays + 1), last };
}

/** Whether a UTC day, `2026-02-05`, is one of a range, as in `daysOfRange`. */
export function isDayOf(range: Range, keptDays: number, nowMs: number): (date: string) => boolean {
  const { first, last } = daysOfRange(range, keptDays, nowMs);
  return (date) => dayText(first) <= date && date <= dayText(last);
}

/** The period before `window`, of the same length, within the plan's history: empty if all of it is older. */
export function periodBefore({ fromMs, untilMs }: SeriesWindow, plan: PlanName, nowMs: number) {
  const visibleFromMs = nowMs - PLANS[plan].historyDays * DAY_MS;
  return { fromMs: Math.min(fromMs, Math.max(2 * fromMs - untilMs, visibleFromMs)), untilMs: fromMs };
}

const rangeMs = (range: Range): number => RANGE_DAYS[RANGES.find((name) => name === range) ?? '24h'] * DAY_MS;

/** The start and the end of a range that has no name; `null` for one that has, and for a text that is no range. */
export function spanOf(range: string): Span | null {
  const [start = '', end = '', ...others] = range.split('..');
  const [fromMs, untilMs] = [edgeOf(start, 0), edgeOf(end, DAY_MS)];
  if (fromMs === null || untilMs === null || fromMs >= untilMs || others.length > 0) return null;
  return { fromMs, untilMs };
}

/** A moment, or a UTC day and `ofDayMs` of it. */
function edgeOf(text: string, ofDayMs: number): number | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const atMs = parseIsoTime(isDay ? `${text}T00:00Z` : text);
  return atMs === null ? null : atMs + (isDay ? ofDayMs : 0);
}

/** The range between two moments, in whole minutes. */
export function rangeBetween(fromMs: number, untilMs: number): Range {
  const [from, until] = [Math.floor(fromMs / MINUTE_MS), Math.ceil(untilMs / MINUTE_MS)];
  const text = (minute: number) => `${isoTime(minute * MINUTE_MS).slice(0, 'YYYY-MM-DDTHH:MM'.length)}Z`;
  return `${text(from)}..${text(Math.max(from + 1, until))}`;
}

/** Whether a text names a range. */
export const isRange = (text: unknown): text is Range =>
  typeof text === 'string' && (RANGES.some((range) => range === text) || spanOf(text) !== null);

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
