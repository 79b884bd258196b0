import { DAY_MS, MINUTE_MS } from '../quota/plan';
import { dayOf } from '../text/days';

/**
 * Throttles password guessing, and mails for forgotten passwords: a number of attempts per account, network or known
 * browser in a time window. Changes of a signed-in person are counted likewise.
 */

export const THROTTLE_WINDOW_MS = 15 * MINUTE_MS;
export const ATTEMPTS_MAX = { account: 10, address: 50, browser: 10, reset: 3 } as const;

/** Changes of one person, of all kinds together, in CHANGES_WINDOW_MS. */
export const CHANGES_MAX = 60;
export const CHANGES_WINDOW_MS = MINUTE_MS;

/** Attempts of one account, network or browser in the current window. */
export type Attempts = { readonly attempts: number; readonly windowStartMs: number };

/** Adds an attempt at `nowMs`. A window that has passed, or is in the future after a clock step, starts again. */
export function countAttempt(
  state: Attempts | null,
  nowMs: number,
  windowMs: number = THROTTLE_WINDOW_MS,
): Attempts {
  const isCurrent = state !== null && nowMs >= state.windowStartMs && nowMs < state.windowStartMs + windowMs;
  return isCurrent ? { ...state, attempts: state.attempts + 1 } : { attempts: 1, windowStartMs: nowMs };
}

/** How long in ms to wait before the latest attempt may be checked; 0 if it may be checked now. */
export function throttleWaitMs(
  state: Attempts,
  max: number,
  nowMs: number,
  windowMs: number = THROTTLE_WINDOW_MS,
): number {
  return state.attempts <= max ? 0 : state.windowStartMs + windowMs - nowMs;
}

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
