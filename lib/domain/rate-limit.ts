import type { Account } from './account';
import { CYCLE_MS } from './cycle';
import { reportWindow } from './interval';
import { PLANS } from './plan';
import { quotaOf } from './quota';

/** Whole seconds, rounded up, so that whoever waits this long never comes early. */
export const secondsUp = (ms: number): number => Math.ceil(ms / 1_000);

/** The values of the `RateLimit-Policy` and `RateLimit` fields for a settled account (contract section 6). */
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

/**
 * Seconds after which a report will be accepted, at least 1: for an exhausted quota the later of the reset and
 * the next allowed report (contract section 5, `Retry-After`).
 */
export function retryAfterSeconds(account: Account, nowMs: number): number {
  const quota = quotaOf(account);
  const { waitMs } = reportWindow(account, nowMs);
  return Math.max(1, secondsUp(quota.isExhausted ? Math.max(quota.resetAtMs - nowMs, waitMs) : waitMs));
}
