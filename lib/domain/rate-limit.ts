import type { Account } from './account';
import { CYCLE_MS } from './cycle';
import { reportWindow } from './interval';
import { PLANS } from './plan';
import { quotaOf } from './quota';
import { reportAvailability } from './report-availability';

/** Whole seconds, rounded up, so that a client that waits this long is never too early. */
export const secondsUp = (ms: number): number => Math.ceil(ms / 1_000);

/** The values of `RateLimit-Policy` and `RateLimit` for an account rolled forward to `nowMs` (contract section 6). */
export function rateLimitFields(account: Account, nowMs: number): { policy: string; state: string } {
  const quota = quotaOf(account);
  const { intervalMs, waitMs } = reportWindow(account, nowMs);
  const limit = PLANS[account.plan].callsPerCycle;
  const untilResetSeconds = secondsUp(quota.resetAtMs - nowMs);
  return {
    policy: `"quota";q=${limit};w=${secondsUp(CYCLE_MS)}, "interval";q=1;w=${secondsUp(intervalMs)}`,
    state: `"quota";r=${quota.remaining};t=${untilResetSeconds}, "interval";r=${waitMs === 0 ? 1 : 0};t=${secondsUp(waitMs)}`,
  };
}

/** Seconds until a report is accepted, at least 1 (contract section 5, `Retry-After`); 1 for a disabled bot. */
export function retryAfterSeconds(account: Account, nowMs: number): number {
  const { fromMs } = reportAvailability(account, nowMs);
  return Math.max(1, secondsUp((fromMs ?? nowMs) - nowMs));
}
