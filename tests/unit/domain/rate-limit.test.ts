import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { decideReport } from '@/lib/domain/decide';
import { reportWindow } from '@/lib/domain/interval';
import { PLAN_NAMES, PLANS } from '@/lib/domain/plan';
import { quotaOf } from '@/lib/domain/quota';
import { rateLimitFields, retryAfterSeconds, secondsUp } from '@/lib/domain/rate-limit';
import { accountWith, anySettled, BOT_ID, intervalMs, REPORT, T0 } from '@/tests/support/data/accounts';

describe('seconds', () => {
  it.each([
    [0, 0],
    [1, 1],
    [999, 1],
    [1_000, 1],
    [1_001, 2],
  ])('%i ms are %i s: rounded up', (ms, seconds) => {
    expect(secondsUp(ms)).toBe(seconds);
  });
});

describe('RateLimit fields (contract section 6)', () => {
  it('are the contract’s example for a Free bot with 1 350 calls left, 13 days to go and 5 minutes to wait', () => {
    const nowMs = T0 + CYCLE_MS - 1_123_200_000;
    const account = accountWith({
      cycle: { index: 0, used: 150 },
      lastReport: { ...REPORT, atMs: nowMs - 25 * 60_000 },
    });
    expect(rateLimitFields(account, nowMs)).toEqual({
      policy: '"quota";q=1500;w=2592000, "interval";q=1;w=1800',
      state: '"quota";r=1350;t=1123200, "interval";r=0;t=300',
    });
  });

  it('the policy is the plan’s', () => {
    expect(PLAN_NAMES.map((plan) => rateLimitFields(accountWith({ plan }), T0).policy)).toEqual([
      '"quota";q=1500;w=2592000, "interval";q=1;w=1800',
      '"quota";q=10000;w=2592000, "interval";q=1;w=300',
      '"quota";q=100000;w=2592000, "interval";q=1;w=60',
    ]);
  });

  it('r=1 and t=0 exactly when a report’s interval has passed; t of the quota within (0, 30 d]', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { state } = rateLimitFields(account, nowMs);
        const match = /^"quota";r=(\d+);t=(\d+), "interval";r=([01]);t=(\d+)$/.exec(state);
        const [remaining = -1, untilReset = -1, ready = -1, wait = -1] = (match ?? []).slice(1).map(Number);
        expect(remaining).toBe(quotaOf(account).remaining);
        expect(untilReset).toBeGreaterThanOrEqual(1);
        expect(untilReset).toBeLessThanOrEqual(2_592_000);
        const { waitMs } = reportWindow(account, nowMs);
        expect(ready).toBe(waitMs === 0 ? 1 : 0);
        expect(wait).toBe(Math.ceil(waitMs / 1_000));
        expect(wait).toBeLessThanOrEqual(PLANS[account.plan].intervalMinutes * 60);
      }),
    );
  });
});

describe('Retry-After (contract section 5)', () => {
  it('whoever waits exactly that long is accepted, and one second earlier is refused — for both 429', () => {
    const kinds = { quota_exceeded: 0, update_too_soon: 0 };
    fc.assert(
      fc.property(anySettled, (found) => {
        const account = { ...found.account, isDisabled: false };
        const refused = decideReport(account, BOT_ID, REPORT, found.nowMs);
        if (refused.outcome.kind === 'served') return;
        if (refused.outcome.error in kinds) kinds[refused.outcome.error as keyof typeof kinds]++;
        const seconds = retryAfterSeconds(refused.account, found.nowMs);
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(1);
        const sentAfter = (s: number) =>
          decideReport(refused.account, BOT_ID, REPORT, found.nowMs + s * 1_000);
        expect(sentAfter(seconds).outcome).toEqual({ kind: 'served' });
        expect(sentAfter(seconds - 1).outcome.kind).toBe('refused');
      }),
      { numRuns: 500 },
    );
    expect(kinds.quota_exceeded).toBeGreaterThan(20);
    expect(kinds.update_too_soon).toBeGreaterThan(20);
  });

  it('for an exhausted quota it is the later of the reset and the next allowed report', () => {
    const exhausted = (untilResetMs: number, sinceReportMs: number) => {
      const nowMs = T0 + CYCLE_MS - untilResetMs;
      const lastReport = { ...REPORT, atMs: nowMs - sinceReportMs };
      return retryAfterSeconds(accountWith({ cycle: { index: 0, used: 1_500 }, lastReport }), nowMs);
    };
    expect(exhausted(60_000, 0)).toBe(1_800);
    expect(exhausted(60_000, intervalMs('free') - 30_000)).toBe(60);
    expect(exhausted(60_001, intervalMs('free'))).toBe(61);
    expect(exhausted(CYCLE_MS, intervalMs('free'))).toBe(2_592_000);
  });

  it.each([
    [1, 1],
    [999, 1],
    [1_000, 1],
    [1_001, 2],
    [1_740_000, 1_740],
  ])('a wait of %i ms is told as %i s', (waitMs, seconds) => {
    const lastReport = { ...REPORT, atMs: T0 - intervalMs('free') + waitMs };
    expect(retryAfterSeconds(accountWith({ lastReport }), T0)).toBe(seconds);
  });
});
