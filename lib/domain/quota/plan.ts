/** The plans (contract section 1). Everything that differs between plans is defined here, once. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const PLAN_NAMES = ['free', 'premium', 'business'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export type Plan = {
  readonly name: PlanName;
  readonly displayName: string;
  /** Minimum time between two accepted reports, in whole minutes. */
  readonly intervalMinutes: number;
  /** Calls per 30-day cycle. */
  readonly callsPerCycle: number;
  readonly analyticsLevel: 'basic' | 'advanced' | 'enterprise';
  /** How many days of server and user counts are kept and shown. */
  readonly historyDays: number;
  /** Webhooks of a bot, signed webhooks and Discord addresses together. */
  readonly webhooksMax: number;
  /** Votes that are stored in a UTC day. */
  readonly votesADay: number;
  readonly features: {
    readonly customWebhooks: boolean;
    readonly prioritySupport: boolean;
    readonly badge: 'none' | 'premium' | 'verified';
  };
};

export const PLANS: Readonly<Record<PlanName, Plan>> = {
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
};

/** The plan above this one, or `null` on the highest. */
export function nextPlan(name: PlanName): Plan | null {
  const above = PLAN_NAMES[PLAN_NAMES.indexOf(name) + 1];
  return above === undefined ? null : PLANS[above];
}

/** `30 minutes`, `5 minutes`, `1 minute` (contract section 4, `updates.interval`). */
export function intervalText(plan: Plan): string {
  return `${plan.intervalMinutes} ${plan.intervalMinutes === 1 ? 'minute' : 'minutes'}`;
}
