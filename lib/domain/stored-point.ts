import type { Summary } from './summary';

/** What is stored of a bot's history: one report as it was sent, or the summary that replaces the reports of an hour. */
export type StoredPoint = Summary & {
  /** The start of the hour; `null` for a report. */
  readonly hourMs: number | null;
};

export const HISTORY_ORDERS = ['newest', 'oldest'] as const;
/** Which points come first. */
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];

/** A place in a list of points: after the first `skip` points of the millisecond `atMs`. */
export type HistoryCursor = { readonly atMs: number; readonly skip: number };

const CURSOR = /^(\d{1,16})\.(\d{1,4})$/;

/** The cursor of a URL, `<atMs>.<skip>`; `null` if it is none. */
export function parseCursor(text: unknown): HistoryCursor | null {
  const [, atMs, skip] = (typeof text === 'string' && CURSOR.exec(text)) || [];
  return atMs === undefined ? null : { atMs: Number(atMs), skip: Number(skip) };
}

/** The place after a page of points that began after `before`, as a URL has it; `null` after no points. */
export function cursorAfter(page: readonly StoredPoint[], before: HistoryCursor | null): string | null {
  const last = page.at(-1);
  if (last === undefined) return null;
  const sameTime = page.filter(({ atMs }) => atMs === last.atMs).length;
  return `${last.atMs}.${sameTime + (before?.atMs === last.atMs ? before.skip : 0)}`;
}
