import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTEMPTS_MAX,
  type Attempts,
  countAttempt,
  THROTTLE_WINDOW_MS,
  throttleWaitMs,
} from '@/lib/domain/throttle';
import { anyMoment, T0 } from '@/tests/support/data/accounts';

describe('the sign-in throttle', () => {
  it('lets 10 attempts for an account, 50 from an address and 10 in a known browser through in 15 minutes', () => {
    expect(ATTEMPTS_MAX).toEqual({ account: 10, address: 50, browser: 10 });
    expect(THROTTLE_WINDOW_MS).toBe(900_000);
  });

  it.each([
    [9, 0],
    [10, 0],
    [11, THROTTLE_WINDOW_MS - 5],
    [12, THROTTLE_WINDOW_MS - 5],
  ])('attempt %i of at most 10, made 5 ms into the window, waits %i ms', (attempts, waitMs) => {
    expect(throttleWaitMs({ attempts, windowStartMs: T0 }, 10, T0 + 5)).toBe(waitMs);
  });

  it.each([
    [0, 6],
    [THROTTLE_WINDOW_MS - 1, 6],
    [THROTTLE_WINDOW_MS, 1],
    [THROTTLE_WINDOW_MS + 1, 1],
    [-1, 1],
  ])('%i ms after the window opened, the sixth attempt counts as number %i', (sinceMs, attempts) => {
    expect(countAttempt({ attempts: 5, windowStartMs: T0 }, T0 + sinceMs).attempts).toBe(attempts);
  });

  it('opens a window with the first attempt', () => {
    expect(countAttempt(null, T0)).toEqual({ attempts: 1, windowStartMs: T0 });
  });

  it('never waits longer than one window, and never below 0, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(anyMoment, { minLength: 1, maxLength: 30 }), (moments) => {
        let state: Attempts | null = null;
        for (const nowMs of moments) {
          state = countAttempt(state, nowMs);
          const waitMs = throttleWaitMs(state, 0, nowMs);
          expect(waitMs).toBeGreaterThan(0);
          expect(waitMs).toBeLessThanOrEqual(THROTTLE_WINDOW_MS);
        }
      }),
    );
  });
});
