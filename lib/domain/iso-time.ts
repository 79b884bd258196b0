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
