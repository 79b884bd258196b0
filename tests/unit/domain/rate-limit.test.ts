import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { decideReport } from '@/lib/domain/decide';
import { reportWindow } from '@/lib/domain/interval';
import { PLANS } from '@/lib/domain/plan';
import { quotaOf } from '@/lib/domain/quota';
import { rateLimitFields, retryAfterSeconds, secondsUp } from '@/lib/domain/rate-limit';
import { accountWith, anySettled, BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';

it('seconds are rounded up', () => {
  expect([0, 1, 999, 1_000, 1_001].map(secondsUp)).toEqual([0, 1, 1, 1, 2]);
});

describe('RateLimit fields (contract section 6)', () => {
  it('are the contract’s example: Free, 1 350 calls left, 13 days to the reset, 5 minutes to the next report', () => {
    const nowMs = T0 + CYCLE_MS - 1_123_200_000;
    const lastReport = { ...REPORT, atMs: nowMs - 25 * 60_000 };
    expect(rateLimitFields(accountWith({ cycle: { index: 0, used: 150 }, lastReport }), nowMs)).toEqual({
      policy: '"quota";q=1500;w=2592000, "interval";q=1;w=1800',
      state: '"quota";r=1350;t=1123200, "interval";r=0;t=300',
    });
  });

  it('have r=1 and t=0 exactly when the interval has passed, and t of the quota within (0, 30 d]', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const { policy, state } = rateLimitFields(account, nowMs);
        const { callsPerCycle, intervalMinutes } = PLANS[account.plan];
        expect(policy).toBe(`"quota";q=${callsPerCycle};w=2592000, "interval";q=1;w=${intervalMinutes * 60}`);
        const match = /^"quota";r=(\d+);t=(\d+), "interval";r=([01]);t=(\d+)$/.exec(state);
        const [remaining = -1, untilReset = -1, ready = -1, wait = -1] = (match ?? []).slice(1).map(Number);
        expect(remaining).toBe(quotaOf(account).remaining);
        expect(untilReset).toBeGreaterThanOrEqual(1);
        expect(untilReset).toBeLessThanOrEqual(2_592_000);
        const { waitMs } = reportWindow(account, nowMs);
        expect(ready).toBe(waitMs === 0 ? 1 : 0);
        expect(wait).toBe(Math.ceil(waitMs / 1_000));
        expect(wait).toBeLessThanOrEqual(intervalMinutes * 60);
      }),
    );
  });
});

it('Retry-After is exact for both 429 (contract section 5): a report after that time is accepted, one a second earlier is refused', () => {
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
        decideReport(refused.account, BOT_ID, REPORT, found.nowMs + s * 1_000).outcome.kind;
      expect([sentAfter(seconds - 1), sentAfter(seconds)]).toEqual(['refused', 'served']);
    }),
    { numRuns: 500 },
  );
  expect(kinds.quota_exceeded).toBeGreaterThan(20);
  expect(kinds.update_too_soon).toBeGreaterThan(20);
});
