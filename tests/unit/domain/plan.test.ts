import { describe, expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { intervalText, isPlanName, MINUTE_MS, nextPlan, PLAN_NAMES, PLANS } from '@/lib/domain/plan';

describe('plans (contract section 1)', () => {
  it('are exactly those of the contract, field by field', () => {
    expect(PLANS).toEqual({
      free: {
        name: 'free',
        displayName: 'Free',
        intervalMinutes: 30,
        callsPerCycle: 1_500,
        analyticsLevel: 'basic',
        historyDays: 7,
        features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
      },
      premium: {
        name: 'premium',
        displayName: 'Premium',
        intervalMinutes: 5,
        callsPerCycle: 10_000,
        analyticsLevel: 'advanced',
        historyDays: 90,
        features: { customWebhooks: true, prioritySupport: true, badge: 'premium' },
      },
      business: {
        name: 'business',
        displayName: 'Business',
        intervalMinutes: 1,
        callsPerCycle: 100_000,
        analyticsLevel: 'enterprise',
        historyDays: 365,
        features: { customWebhooks: true, prioritySupport: true, badge: 'verified' },
      },
    });
  });

  it('a punctual free bot has 60 calls of a cycle left for reading', () => {
    expect(PLANS.free.callsPerCycle - CYCLE_MS / (PLANS.free.intervalMinutes * MINUTE_MS)).toBe(60);
  });

  it.each(PLAN_NAMES)('the quota of %s covers a bot that reports at every interval', (name) => {
    const { callsPerCycle, intervalMinutes } = PLANS[name];
    expect(callsPerCycle).toBeGreaterThanOrEqual(CYCLE_MS / (intervalMinutes * MINUTE_MS));
  });

  it('follow each other from free to business, and business has none above', () => {
    expect(PLAN_NAMES.map((name) => nextPlan(name)?.name ?? null)).toEqual(['premium', 'business', null]);
  });

  it('say their interval as number and word', () => {
    expect(PLAN_NAMES.map((name) => intervalText(PLANS[name]))).toEqual([
      '30 minutes',
      '5 minutes',
      '1 minute',
    ]);
  });

  it.each([
    ['free', true],
    ['business', true],
    ['Free', false],
    ['', false],
    ['constructor', false],
    ['__proto__', false],
    [undefined, false],
    [0, false],
    [['free'], false],
  ])('isPlanName(%j) is %s', (value, expected) => {
    expect(isPlanName(value)).toBe(expected);
  });
});
