import { HOUR_MS } from '../quota/plan';
import type { Counts } from './summary';

/** The counts of one report and its time. */
export type CountsAt = Counts & { readonly atMs: number };

/**
 * The report that stands for a moment: the last one at or before it, however old; where there is none, the oldest that is
 * kept. `null` without reports.
 */
export type ReportAt = (atMs: number) => CountsAt | null;

/** How a count changed over a period. */
export type Change = {
  /** The count at the end of the period. */
  readonly value: number;
  readonly by: number;
  /** Rounded to 2 decimals; `null` from 0. */
  readonly percent: number | null;
  /** The time of the report that it counts from. */
  readonly sinceMs: number;
};

export type Period = { readonly fromMs: number; readonly untilMs: number };

/** The change of a count: every page, mail and response uses this. `null` without a report by the end of the period. */
export function changeSince(
  count: keyof Counts,
  reportAt: ReportAt,
  { fromMs, untilMs }: Period,
): Change | null {
  const [from, until] = [reportAt(fromMs), reportAt(untilMs)];
  if (from === null || until === null || until.atMs > untilMs) return null;
  const by = until[count] - from[count];
  const percent = from[count] === 0 ? null : hundredths(by * 100, from[count]);
  return { value: until[count], by, percent, sinceMs: from.atMs };
}

/** The changes of several bots over one period added up; `null` for none. A bot that reported before only stands at its begin. */
export function addChanges(changes: readonly (Change | null)[], { fromMs }: Period): Change | null {
  const known = changes.filter((change) => change !== null);
  if (known.length === 0) return null;
  const sumOf = (part: 'value' | 'by') => known.reduce((sum, each) => sum + each[part], 0);
  const [value, by] = [sumOf('value'), sumOf('by')];
  const sinceMs = Math.max(fromMs, Math.min(...known.map((each) => each.sinceMs)));
  return { value, by, percent: value === by ? null : hundredths(by * 100, value - by), sinceMs };
}

/** The slowest plan allows two reports within it. */
const AT_THE_BEGIN_MS = HOUR_MS;

/** Whether a change counts from the begin of its period; if not, it is shown with the time that it counts from. */
export const isFromBegin = ({ sinceMs }: Pick<Change, 'sinceMs'>, fromMs: number): boolean =>
  Math.abs(sinceMs - fromMs) <= AT_THE_BEGIN_MS;

/** A quotient rounded to 2 decimals, halves away from zero. */
export function hundredths(dividend: number, divisor: number): number {
  const rounded = Math.round((Math.abs(dividend) * 100) / divisor) / 100;
  return dividend < 0 && rounded > 0 ? -rounded : rounded;
}
