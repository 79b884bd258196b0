import { DAY_MS } from '../quota/plan';

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

/** All usage reads of a day format the same days, which took a tenth of the time of a read: each day has one slot of these. */
const dayTexts: { readonly day: number; readonly text: string }[] = [];
const DAY_TEXTS = 128;

/** `2026-02-05`, or INVALID_TIME; `day` counts days since 1970-01-01. */
export function dayText(day: number): string {
  const slot = Math.trunc(Math.abs(day)) % DAY_TEXTS;
  const known = dayTexts[slot];
  if (known?.day === day) return known.text;
  if (!isMoment(day * DAY_MS)) return INVALID_TIME;
  const text = new Date(day * DAY_MS).toISOString().replace(/T.*/, '');
  dayTexts[slot] = { day, text };
  return text;
}

/** ISO 8601 in UTC with milliseconds, or INVALID_TIME. */
export function isoTime(atMs: number): string {
  if (!isMoment(atMs)) return INVALID_TIME;
  // As Date does.
  const wholeMs = Math.trunc(atMs);
  const day = Math.floor(wholeMs / DAY_MS);
  const ms = wholeMs - day * DAY_MS;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${three(ms % 1_000)}Z`;
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);
const three = (n: number): string => (n < 100 ? `0${two(n)}` : `${n}`);

const ZONED = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The time of a date and time with a zone offset (ISO 8601), in whole milliseconds; `null` for any other text. */
export function parseIsoTime(text: string): number | null {
  const [year, month, day] = (ZONED.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  // Date.parse reads 30 February as 2 March.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const atMs = Date.parse(text);
  return isDay && isMoment(atMs) ? atMs : null;
}
