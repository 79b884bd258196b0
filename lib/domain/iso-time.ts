/** Times as text. Never throws: whatever value a database holds, no page or command fails on it. */

/** Shown for a value that is not a valid time. */
export const INVALID_TIME = 'invalid time';

/** The latest time that a JavaScript Date can hold; the earliest is its negative. */
const CALENDAR_END_MS = 8.64e15;

/** Whether a value is a number of milliseconds since 1970 that has a date. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= CALENDAR_END_MS;

/** A stored number as a time, clamped to the range of Date so that it can be stored again. */
export const withinCalendar = (atMs: number): number =>
  Math.min(Math.max(atMs, -CALENDAR_END_MS), CALENDAR_END_MS);

/** ISO 8601 in UTC with milliseconds, or INVALID_TIME. */
export const isoTime = (atMs: number): string =>
  isMoment(atMs) ? new Date(atMs).toISOString() : INVALID_TIME;

const ZONED = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The time of a date and time with a zone offset (ISO 8601), in whole milliseconds; `null` for any other text. */
export function parseIsoTime(text: string): number | null {
  const [year, month, day] = (ZONED.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  // Date.parse takes 30 February for 2 March.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const atMs = Date.parse(text);
  return isDay && isMoment(atMs) ? atMs : null;
}
