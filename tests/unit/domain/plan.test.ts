import { describe, expect, it } from 'vitest';
import { PLANS } from '@/lib/domain/quota/plan';

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
        webhooksMax: 1,
        votesADay: 10_000,
        features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
      },
      premium: {
        name: 'premium',
        displayName: 'Premium',
        intervalMinutes: 5,
        callsPerCycle: 10_000,
        analyticsLevel: 'advanced',
        historyDays: 90,
        webhooksMax: 5,
        votesADay: 50_000,
        features: { customWebhooks: true, prioritySupport: true, badge: 'premium' },
      },
      business: {
        name: 'business',
        displayName: 'Business',
        intervalMinutes: 1,
        callsPerCycle: 100_000,
        analyticsLevel: 'enterprise',
        historyDays: 365,
        webhooksMax: 20,
        votesADay: 250_000,
        features: { customWebhooks: true, prioritySupport: true, badge: 'verified' },
      },
    });
  });
});
