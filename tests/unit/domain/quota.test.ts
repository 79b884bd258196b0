import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { PLAN_NAMES, PLANS } from '@/lib/domain/plan';
import { quotaMessage, quotaOf, quotaStatus, upgradeOf } from '@/lib/domain/quota';
import { accountWith, anySettled, T0, usedUp } from '@/tests/support/data/accounts';

describe('status: healthy below 80 %, warning from 80 %, critical from 95 %', () => {
  for (const plan of PLAN_NAMES) {
    const limit = PLANS[plan].callsPerCycle;
    it.each([
      [0, 'healthy'],
      [limit * 0.8 - 1, 'healthy'],
      [limit * 0.8, 'warning'],
      [limit * 0.8 + 1, 'warning'],
      [limit * 0.95 - 1, 'warning'],
      [limit * 0.95, 'critical'],
      [limit * 0.95 + 1, 'critical'],
      [limit - 1, 'critical'],
      [limit, 'critical'],
      [limit + 1, 'critical'],
    ])(`${plan}: %i used calls are %s`, (used, status) => {
      expect(quotaOf(usedUp(plan, used)).status).toBe(status);
    });
  }

  it.each([
    [7_999, 'healthy'], // 79.99 %
    [8_000, 'warning'],
    [9_499, 'warning'], // 94.99 %
    [9_500, 'critical'],
    [10_000, 'critical'],
  ])('%i of 10 000 is %s', (used, status) => {
    expect(quotaStatus(used, 10_000)).toBe(status);
  });

  it('is decided on the exact fraction, never on a rounded percentage', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200_000 }), fc.integer({ min: 1, max: 100_000 }), (used, limit) => {
        const [n, d] = [BigInt(used), BigInt(limit)];
        const exact = n * 20n >= d * 19n ? 'critical' : n * 5n >= d * 4n ? 'warning' : 'healthy';
        expect(quotaStatus(used, limit)).toBe(exact);
      }),
    );
  });

  it('has one sentence each, and one of its own when nothing is left', () => {
    const texts = [0, 1_200, 1_425, 1_500].map((used) => quotaMessage(quotaOf(usedUp('free', used))));
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) expect(text).toMatch(/^[A-Z][^\n]+\.$/);
  });
});

describe('used, remaining and percentage', () => {
  it.each([
    ['free', 0, 1_500, 0],
    ['free', 1, 1_499, 0.06], // 0.0666… is truncated, not rounded
    ['free', 150, 1_350, 10],
    ['free', 1_199, 301, 79.93],
    ['free', 1_499, 1, 99.93],
    ['free', 1_500, 0, 100],
    ['premium', 7_999, 2_001, 79.99],
    ['premium', 9_499, 501, 94.99],
    ['business', 99_999, 1, 99.99],
  ] as const)('%s with %i used: %i remaining, %f %%', (plan, used, remaining, percentage) => {
    expect(quotaOf(usedUp(plan, used))).toMatchObject({ used, remaining, percentage });
  });

  it('the percentage is used / limit truncated to 2 decimals, exactly', () => {
    fc.assert(
      fc.property(anySettled, ({ account }) => {
        const { used, limit, percentage } = quotaOf(account);
        const hundredths = Math.round(percentage * 100);
        expect(hundredths / 100).toBe(percentage);
        expect(BigInt(hundredths) * BigInt(limit) <= BigInt(used) * 10_000n).toBe(true);
        expect(BigInt(hundredths + 1) * BigInt(limit) > BigInt(used) * 10_000n).toBe(true);
      }),
    );
  });

  it('remaining is never negative and, with used, makes up the limit until it is reached', () => {
    fc.assert(
      fc.property(anySettled, ({ account }) => {
        const { used, limit, remaining, isExhausted } = quotaOf(account);
        expect(remaining).toBe(used >= limit ? 0 : limit - used);
        expect(isExhausted).toBe(used >= limit);
      }),
    );
  });

  it('after a downgrade with more used than the limit: 0 remaining, above 100 %, critical', () => {
    expect(quotaOf(usedUp('free', 9_000))).toMatchObject({
      used: 9_000,
      limit: 1_500,
      remaining: 0,
      percentage: 600,
      status: 'critical',
      isExhausted: true,
    });
  });

  it('resets at the first moment of the next cycle', () => {
    expect(quotaOf(accountWith({ cycle: { index: 2, used: 0 } })).resetAtMs).toBe(T0 + 3 * CYCLE_MS);
  });
});

describe('upgrade', () => {
  it.each([
    ['free', 1_199, null],
    ['free', 1_200, 'premium'],
    ['free', 1_500, 'premium'],
    ['premium', 7_999, null],
    ['premium', 8_000, 'business'],
    ['business', 79_999, null],
    ['business', 80_000, null],
    ['business', 100_000, null],
  ] as const)('%s with %i used offers %s', (plan, used, offered) => {
    expect(upgradeOf(usedUp(plan, used))?.tier.name ?? null).toBe(offered);
  });

  it('names the next plan with its quota and interval', () => {
    expect(upgradeOf(usedUp('free', 1_500))).toEqual({
      tier: { name: 'premium', displayName: 'Premium' },
      apiCallsLimit: 10_000,
      updateIntervalMinutes: 5,
      message: 'The Premium plan has 10000 calls per cycle and accepts a report every 5 minutes.',
    });
    expect(upgradeOf(usedUp('premium', 9_999))?.message).toMatch(/a report every minute\.$/);
  });
});
