import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLANS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideReport } from '@/lib/domain/reports/decide';
import { rateLimitFields, reportWindow, retryAfterSeconds, secondsUp } from '@/lib/domain/reports/interval';
import { anySettled, BOT_ID, REPORT } from '@/tests/support/data/accounts';

it('seconds are rounded up', () => {
  expect([0, 1, 999, 1_000, 1_001].map(secondsUp)).toEqual([0, 1, 1, 1, 2]);
});

it('the RateLimit fields have the rest of quota and interval, in seconds rounded up (contract section 6)', () => {
  fc.assert(
    fc.property(anySettled, ({ account, nowMs }) => {
      const { policy, state } = rateLimitFields(account, nowMs);
      const { callsPerCycle, intervalMinutes } = PLANS[account.plan];
      expect(policy).toBe(`"quota";q=${callsPerCycle};w=2592000, "interval";q=1;w=${intervalMinutes * 60}`);
      const match = /^"quota";r=(\d+);t=(\d+), "interval";r=([01]);t=(\d+)$/.exec(state);
      const [remaining = -1, untilReset = -1, ready = -1, wait = -1] = (match ?? []).slice(1).map(Number);
      const quota = quotaOf(account);
      expect(remaining).toBe(quota.remaining);
      expect(untilReset).toBe(Math.ceil((quota.resetAtMs - nowMs) / 1_000));
      expect(untilReset).toBeGreaterThanOrEqual(1);
      expect(untilReset).toBeLessThanOrEqual(2_592_000);
      const { waitMs } = reportWindow(account, nowMs);
      expect(ready).toBe(waitMs === 0 ? 1 : 0);
      expect(wait).toBe(Math.ceil(waitMs / 1_000));
      expect(wait).toBeLessThanOrEqual(intervalMinutes * 60);
    }),
  );
});

it('a report is accepted exactly Retry-After after a 429, and refused a second earlier (contract section 5)', () => {
  const kinds = { quota_exceeded: 0, update_too_soon: 0 };
  fc.assert(
    fc.property(anySettled, (found) => {
      const account = { ...found.account, isDisabled: false };
      const refused = decideReport(account, BOT_ID, REPORT, found.nowMs, FORM);
      if (refused.outcome.kind === 'served') return;
      if (refused.outcome.error in kinds) kinds[refused.outcome.error as keyof typeof kinds]++;
      const seconds = retryAfterSeconds(refused.account, found.nowMs);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      const sentAfter = (s: number) =>
        decideReport(refused.account, BOT_ID, REPORT, found.nowMs + s * 1_000, FORM).outcome.kind;
      expect([sentAfter(seconds - 1), sentAfter(seconds)]).toEqual(['refused', 'served']);
    }),
    { numRuns: 500 },
  );
  expect(kinds.quota_exceeded).toBeGreaterThan(20);
  expect(kinds.update_too_soon).toBeGreaterThan(20);
});
