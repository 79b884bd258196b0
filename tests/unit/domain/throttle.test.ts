import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTEMPTS_MAX,
  type Attempts,
  countAttempt,
  THROTTLE_WINDOW_MS,
  throttleWaitMs,
} from '@/lib/domain/people/throttle';
import { anyMoment, T0 } from '@/tests/support/data/accounts';

describe('the sign-in throttle', () => {
  it('allows 10 attempts per account, 50 per address and 10 per known browser in 15 minutes, and 3 mails with a link', () => {
    expect(ATTEMPTS_MAX).toEqual({ account: 10, address: 50, browser: 10, reset: 3 });
    expect(THROTTLE_WINDOW_MS).toBe(900_000);
  });

  it('allows 10 attempts, and then waits until the end of the window', () => {
    const waitOf = (attempts: number) => throttleWaitMs({ attempts, windowStartMs: T0 }, 10, T0 + 5);
    const restMs = THROTTLE_WINDOW_MS - 5;
    expect([9, 10, 11, 12].map(waitOf)).toEqual([0, 0, restMs, restMs]);
  });

  it('starts a window with the first attempt, after the last one and after a clock step back', () => {
    expect(countAttempt(null, T0)).toEqual({ attempts: 1, windowStartMs: T0 });
    const countAt = (sinceMs: number) =>
      countAttempt({ attempts: 5, windowStartMs: T0 }, T0 + sinceMs).attempts;
    const end = THROTTLE_WINDOW_MS;
    expect([-1, 0, end - 1, end, end + 1].map(countAt)).toEqual([1, 6, 6, 1, 1]);
  });

  it('waits at most one window after any clock steps', () => {
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
