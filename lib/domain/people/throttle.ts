import { HOUR_MS, MINUTE_MS } from '../quota/plan';

/**
 * Throttles password guessing, and mails for forgotten passwords: a number of attempts per account, network or known
 * browser in a time window. Changes of a signed-in person, and of a bot's webhook, are counted likewise.
 */

export const THROTTLE_WINDOW_MS = 15 * MINUTE_MS;
export const ATTEMPTS_MAX = { account: 10, address: 50, browser: 10, reset: 3 } as const;

/** Changes of one person, of all kinds together, in CHANGES_WINDOW_MS. */
export const PERSON_CHANGES_MAX = 60;
export const PERSON_CHANGES_WINDOW_MS = MINUTE_MS;

/** Changes of a bot's webhook by its keys: each writes a row of the audit log, which stays. */
export const WEBHOOK_CHANGES_MAX = 10;
export const WEBHOOK_CHANGES_WINDOW_MS = HOUR_MS;

/** At least the longest window, but that of DAILY. */
export const ATTEMPTS_KEPT_MS = HOUR_MS;
/** Begins the subjects that are counted by the day. They are of people, and few: all others are of whoever tries. */
export const DAILY = 'code-day:';

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
