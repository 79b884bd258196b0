import { dayOf } from '../quota/days';
import { DAY_MS } from '../quota/plan';

/** Expiry of keys (contract section 7), and parsing of dates that people type. Times in milliseconds. */

const EXPIRY_YEARS_MAX = 10;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The first moment, in UTC, of a day such as `2027-01-31`; `null` if the text is not a calendar date. */
export function parseDay(text: string): number | null {
  const [year, month, day] = DAY.exec(text)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const startMs = Date.UTC(year, month - 1, day);
  // Date.UTC reads 31 February as 3 March.
  return new Date(startMs).toISOString().startsWith(text) ? startMs : null;
}

/** Parses ISO 8601 with a time zone, or a day as its first moment; `null` for any other text. */
export function parseMoment(text: string): number | null {
  const day = MOMENT.exec(text)?.[1];
  if (day === undefined) return parseDay(text);
  const atMs = parseDay(day) === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}

/** The latest expiry allowed at `nowMs`: the end of the same UTC day in ten years. */
export function expiryMaxMs(nowMs: number): number {
  const today = new Date(dayOf(nowMs) * DAY_MS);
  return today.setUTCFullYear(today.getUTCFullYear() + EXPIRY_YEARS_MAX) + DAY_MS - 1;
}

/** Why an expiry, NaN if it was no date, is not allowed at `nowMs`, in one sentence; `null` if it is. */
export function expiryError(expiresAtMs: number, nowMs: number): string | null {
  if (Number.isNaN(expiresAtMs)) return 'Choose a date.';
  if (!(expiresAtMs > nowMs)) return 'The expiry must be in the future.';
  if (expiresAtMs > expiryMaxMs(nowMs)) {
    return `The expiry may be at most ${EXPIRY_YEARS_MAX} years ahead.`;
  }
  return null;
}

/**
 * The expiry of a key that replaces a live one at `nowMs`: the old key's original lifetime, counted from now and
 * within the allowed bound; `null` if the old key never expires.
 */
export function successorExpiryMs(
  key: { readonly createdAtMs: number; readonly ownExpiresAtMs: number | null },
  nowMs: number,
): number | null {
  const { createdAtMs, ownExpiresAtMs } = key;
  if (ownExpiresAtMs === null) return null;
  // Never earlier than the old key's: after a clock step back the old key was created in the future.
  const wantedMs = Math.max(ownExpiresAtMs, nowMs + (ownExpiresAtMs - createdAtMs));
  return Math.min(wantedMs, expiryMaxMs(nowMs));
}
