import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLANS } from '@/lib/domain/quota/plan';
import { quotaOf, quotaStatus, upgradeOf } from '@/lib/domain/quota/quota';
import { anySettled, usedUp } from '@/tests/support/data/accounts';

describe('status: healthy below 80 %, warning from 80 %, critical from 95 %', () => {
  it('depends on the exact fraction, not on a rounded percentage', () => {
    const anyUsed = fc.integer({ min: 1, max: 100_000 }).chain((limit) => {
      const thresholds = [0.8, 0.95, 1].flatMap((part) =>
        [-1, 0, 1].map((by) => Math.floor(limit * part) + by),
      );
      return fc.tuple(fc.oneof(fc.nat({ max: 200_000 }), fc.constantFrom(...thresholds)), fc.constant(limit));
    });
    fc.assert(
      fc.property(anyUsed, ([used, limit]) => {
        const [n, d] = [BigInt(used), BigInt(limit)];
        const exact = n * 20n >= d * 19n ? 'critical' : n * 5n >= d * 4n ? 'warning' : 'healthy';
        expect(quotaStatus(used, limit)).toBe(exact);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('used, remaining and percentage', () => {
  it('percentage is used / limit truncated to 2 decimals; remaining is never negative', () => {
    fc.assert(
      fc.property(anySettled, ({ account }) => {
        const { used, limit, percentage, remaining, isExhausted, status } = quotaOf(account);
        const hundredths = Math.round(percentage * 100);
        expect([used, limit]).toEqual([account.cycle.used, PLANS[account.plan].callsPerCycle]);
        expect(status).toBe(quotaStatus(used, limit));
        expect(hundredths / 100).toBe(percentage);
        expect(BigInt(hundredths) * BigInt(limit) <= BigInt(used) * 10_000n).toBe(true);
        expect(BigInt(hundredths + 1) * BigInt(limit) > BigInt(used) * 10_000n).toBe(true);
        expect(remaining).toBe(used >= limit ? 0 : limit - used);
        expect(isExhausted).toBe(used >= limit);
      }),
    );
  });
});

describe('upgrade', () => {
  it.each([
    ['free', 1_199, null],
    ['free', 1_200, 'premium'],
    ['free', 1_500, 'premium'],
    ['premium', 7_999, null],
    ['premium', 8_000, 'business'],
    ['business', 80_000, null],
    ['business', 100_000, null],
  ] as const)('%s with %i used is offered %s', (plan, used, offered) => {
    expect(upgradeOf(usedUp(plan, used))?.tier.name ?? null).toBe(offered);
  });
});
