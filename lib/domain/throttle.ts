import { MINUTE_MS } from './plan';

/** Limits guessing of passwords: so many attempts for one account, and from one address, in a window of time. */

export const THROTTLE_WINDOW_MS = 15 * MINUTE_MS;
export const ATTEMPTS_MAX = { account: 10, address: 50 } as const;

/** Attempts of one account or address since the window opened. */
export type Attempts = { readonly attempts: number; readonly windowStartMs: number };

/** The state with one more attempt at `nowMs`; a window that has passed, or lies ahead after a clock step, starts anew. */
export function countAttempt(state: Attempts | null, nowMs: number): Attempts {
  const isCurrent =
    state !== null && nowMs >= state.windowStartMs && nowMs < state.windowStartMs + THROTTLE_WINDOW_MS;
  return isCurrent ? { ...state, attempts: state.attempts + 1 } : { attempts: 1, windowStartMs: nowMs };
}

/** How long to wait before the attempt that made this state may be looked at; 0 when it may now. */
export function throttleWaitMs(state: Attempts, max: number, nowMs: number): number {
  return state.attempts <= max ? 0 : state.windowStartMs + THROTTLE_WINDOW_MS - nowMs;
}
