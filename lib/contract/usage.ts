import { z } from 'zod';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { REPORT_BOUNDS } from '@/lib/domain/reports/report';

/** The 200 of a usage read (contract section 4), for the OpenAPI document and the tests. */

export const planName = z.enum(PLAN_NAMES).meta({ id: 'PlanName' });
export const displayName = z.enum([
  PLANS.free.displayName,
  PLANS.premium.displayName,
  PLANS.business.displayName,
]);
const whole = z.int().min(0);

/** The bounds of a figure over all plans. */
const ofPlans = (figure: 'callsPerCycle' | 'intervalMinutes' | 'historyDays') => {
  const figures = Object.values(PLANS).map((plan) => plan[figure]);
  return z
    .int()
    .min(Math.min(...figures))
    .max(Math.max(...figures));
};
export const callsLimit = ofPlans('callsPerCycle');
export const intervalMinutes = ofPlans('intervalMinutes');
export const historyDays = ofPlans('historyDays');

/** The counts of stored reports. */
const stored = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
export const serverCount = stored(REPORT_BOUNDS.serverCount).meta({ id: 'ServerCount' });
export const userCount = stored(REPORT_BOUNDS.userCount).meta({ id: 'UserCount' });
export const shardCount = stored(REPORT_BOUNDS.shardCount).meta({ id: 'ShardCount' });

export const timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('ISO 8601 UTC with milliseconds')
  .meta({ examples: ['2026-02-05T02:35:00.000Z'] })
  .meta({ id: 'Timestamp' });

export const utcDate = z.iso.date().meta({ id: 'UtcDate' });

export const upgrade = z
  .strictObject({
    tier: z.strictObject({ name: planName, displayName }),
    apiCallsLimit: callsLimit,
    updateIntervalMinutes: intervalMinutes,
    message: z.string(),
  })
  .meta({ id: 'Upgrade' })
  .nullable()
  .describe('The next plan: null while healthy or on the highest plan');

export const features = z
  .strictObject({
    customWebhooks: z.boolean(),
    prioritySupport: z.boolean(),
    badge: z.enum(['none', 'premium', 'verified']),
  })
  .meta({ id: 'Features' });
export const intervalName = z.enum(['30 minutes', '5 minutes', '1 minute']);
export const analyticsLevel = z.enum(['basic', 'advanced', 'enterprise']);
export const capabilities = z
  .strictObject({ analyticsLevel, historyDays, updateIntervalMinutes: intervalMinutes })
  .meta({ id: 'Capabilities' });

const usageData = z
  .strictObject({
    bot: z.strictObject({ id: z.string(), name: z.string() }),
    tier: z.strictObject({
      name: planName,
      displayName,
      updateIntervalMinutes: intervalMinutes,
      features,
    }),
    usage: z.strictObject({
      apiCalls: z.strictObject({
        used: whole.describe('Counted calls of the current cycle, this one included when it counts'),
        limit: callsLimit,
        remaining: whole,
        percentage: z.number().min(0).describe('used / limit × 100, truncated to 2 decimals'),
        status: z
          .enum(['healthy', 'warning', 'critical'])
          .describe('healthy below 80 %, warning from 80 %, critical from 95 %'),
        message: z.string(),
      }),
      reset: z.strictObject({
        at: timestamp,
        inDays: z.int().min(1).max(30),
        inHours: z.int().min(1).max(720),
      }),
    }),
    updates: z.strictObject({
      interval: intervalName,
      lastUpdate: timestamp.nullable().describe('null before the first report'),
      nextUpdateAllowedAt: timestamp,
      minutesUntilNextUpdate: whole.describe('Rounded up; 0 exactly when canUpdateNow is true'),
      canUpdateNow: z.boolean().describe('By the interval only; apiCalls describes the quota'),
    }),
    capabilities,
    statistics: z.strictObject({
      avgCallsPerDay: z.number().min(0),
      estimatedDaysRemaining: z.number().min(0).nullable().describe('null only when used is 0'),
      usageHistory: z
        .array(z.strictObject({ date: utcDate, calls: whole, rejected: whole }))
        .min(1)
        .max(30)
        .describe('One entry a UTC day, oldest first, today last'),
    }),
    upgrade,
  })
  .meta({ id: 'UsageRecord' });

export const usageResponse = z.strictObject({ success: z.literal(true), data: usageData });
