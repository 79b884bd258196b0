import type { Account } from '../bots/account';
import { cycleEndMs } from './days';
import { nextPlan, PLANS, type PlanName } from './plan';

export type QuotaStatus = 'healthy' | 'warning' | 'critical';

/** The percentages from which a quota is `warning` and `critical` (contract section 4). */
export const WARNING_FROM_PERCENT = 80;
export const CRITICAL_FROM_PERCENT = 95;

/** The quota of an account that is rolled forward to the current cycle. */
export type Quota = {
  readonly used: number;
  readonly limit: number;
  /** Never negative; 0 when a downgrade left `used` above `limit`. */
  readonly remaining: number;
  /** Truncated to 2 decimals; above 100 when `used` is above `limit`. */
  readonly percentage: number;
  readonly status: QuotaStatus;
  readonly isExhausted: boolean;
  readonly resetAtMs: number;
};

/** Compares whole numbers, so that 79.999… % is never rounded up to `warning`. */
export function quotaStatus(used: number, limit: number): QuotaStatus {
  if (used * 100 >= limit * CRITICAL_FROM_PERCENT) return 'critical';
  if (used * 100 >= limit * WARNING_FROM_PERCENT) return 'warning';
  return 'healthy';
}

export function quotaOf(account: Account): Quota {
  const { used, index } = account.cycle;
  const limit = PLANS[account.plan].callsPerCycle;
  return {
    used,
    limit,
    remaining: Math.max(0, limit - used),
    percentage: Math.floor((used * 10_000) / limit) / 100,
    status: quotaStatus(used, limit),
    isExhausted: used >= limit,
    resetAtMs: cycleEndMs(account.registeredAtMs, index),
  };
}

/** One plain sentence for people (contract section 4, `message`). */
export function quotaMessage(quota: Quota): string {
  if (quota.isExhausted) return 'All calls of this cycle are used; reports are refused until the reset.';
  if (quota.status === 'critical') return 'Almost all calls of this cycle are used.';
  if (quota.status === 'warning') return 'Most calls of this cycle are used.';
  return 'Usage is well within the quota.';
}

export type Upgrade = {
  readonly tier: { readonly name: PlanName; readonly displayName: string };
  readonly apiCallsLimit: number;
  readonly updateIntervalMinutes: number;
  readonly message: string;
};

/** The next plan; `null` while healthy or on the highest plan (contract section 4). */
export function upgradeOf(account: Account): Upgrade | null {
  if (quotaOf(account).status === 'healthy') return null;
  const next = nextPlan(account.plan);
  if (next === null) return null;
  const { name, displayName, callsPerCycle, intervalMinutes } = next;
  const every = intervalMinutes === 1 ? 'minute' : `${intervalMinutes} minutes`;
  return {
    tier: { name, displayName },
    apiCallsLimit: callsPerCycle,
    updateIntervalMinutes: intervalMinutes,
    message: `The ${displayName} plan has ${callsPerCycle} calls per cycle and accepts a report every ${every}.`,
  };
}
