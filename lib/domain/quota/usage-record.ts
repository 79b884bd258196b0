import type { Account } from '../bots/account';
import { reportWindow } from '../reports/interval';
import { dayText, isoTime } from '../text/time';
import { cycleStartMs, dayOf, fillDays } from './days';
import { DAY_MS, HOUR_MS, intervalText, MINUTE_MS, PLANS, type Plan, type PlanName } from './plan';
import { type QuotaStatus, quotaMessage, quotaOf, type Upgrade, upgradeOf } from './quota';

/** The `data` of a usage read (contract section 4). Times are ISO 8601 UTC with milliseconds. */
export type UsageRecord = {
  readonly bot: { readonly id: string; readonly name: string };
  readonly tier: {
    readonly name: PlanName;
    readonly displayName: string;
    readonly updateIntervalMinutes: number;
    readonly features: Plan['features'];
  };
  readonly usage: {
    readonly apiCalls: {
      readonly used: number;
      readonly limit: number;
      readonly remaining: number;
      readonly percentage: number;
      readonly status: QuotaStatus;
      readonly message: string;
    };
    readonly reset: { readonly at: string; readonly inDays: number; readonly inHours: number };
  };
  readonly updates: {
    readonly interval: string;
    readonly lastUpdate: string | null;
    readonly nextUpdateAllowedAt: string;
    readonly minutesUntilNextUpdate: number;
    readonly canUpdateNow: boolean;
  };
  readonly capabilities: {
    readonly analyticsLevel: Plan['analyticsLevel'];
    readonly historyDays: number;
    readonly updateIntervalMinutes: number;
  };
  readonly statistics: {
    readonly avgCallsPerDay: number;
    readonly estimatedDaysRemaining: number | null;
    readonly usageHistory: readonly {
      readonly date: string;
      readonly calls: number;
      readonly rejected: number;
    }[];
  };
  readonly upgrade: Upgrade | null;
};

/** The last 30 days, including today. */
const HISTORY_DAYS = 30;

/** The usage record at `nowMs` of an account rolled forward to it. */
export function usageRecord(account: Account, nowMs: number): UsageRecord {
  const plan = PLANS[account.plan];
  const quota = quotaOf(account);
  const window = reportWindow(account, nowMs);
  const untilResetMs = quota.resetAtMs - nowMs;
  return {
    bot: { id: account.botId, name: account.name },
    tier: {
      name: plan.name,
      displayName: plan.displayName,
      updateIntervalMinutes: plan.intervalMinutes,
      features: plan.features,
    },
    usage: {
      apiCalls: {
        used: quota.used,
        limit: quota.limit,
        remaining: quota.remaining,
        percentage: quota.percentage,
        status: quota.status,
        message: quotaMessage(quota),
      },
      reset: {
        at: isoTime(quota.resetAtMs),
        inDays: Math.ceil(untilResetMs / DAY_MS),
        inHours: Math.ceil(untilResetMs / HOUR_MS),
      },
    },
    updates: {
      interval: intervalText(plan),
      lastUpdate: window.lastReportAtMs === null ? null : isoTime(window.lastReportAtMs),
      nextUpdateAllowedAt: isoTime(window.nextAllowedAtMs),
      minutesUntilNextUpdate: Math.ceil(window.waitMs / MINUTE_MS),
      canUpdateNow: window.waitMs === 0,
    },
    capabilities: {
      analyticsLevel: plan.analyticsLevel,
      historyDays: plan.historyDays,
      updateIntervalMinutes: plan.intervalMinutes,
    },
    statistics: {
      ...averages(account, nowMs),
      usageHistory: usageHistory(account, nowMs),
    },
    upgrade: upgradeOf(account),
  };
}

function averages(account: Account, nowMs: number) {
  const { used, remaining } = quotaOf(account);
  const elapsedMs = nowMs - cycleStartMs(account.registeredAtMs, account.cycle.index);
  const atLeastADayMs = Math.max(DAY_MS, elapsedMs);
  return {
    avgCallsPerDay: quotientHalfUp([used, DAY_MS], [atLeastADayMs], 2),
    estimatedDaysRemaining: used === 0 ? null : quotientHalfUp([remaining, atLeastADayMs], [used, DAY_MS], 1),
  };
}

/** The product of `above` divided by the product of `below`, rounded half up. Exact, unlike floating point. */
function quotientHalfUp(above: readonly number[], below: readonly number[], decimals: 1 | 2): number {
  const scale = 10 ** decimals;
  const product = (factors: readonly number[]) => factors.reduce((p, factor) => p * BigInt(factor), 1n);
  const numerator = product([...above, scale]);
  const denominator = product(below);
  return Number((2n * numerator + denominator) / (2n * denominator)) / scale;
}

function usageHistory(account: Account, nowMs: number) {
  const today = dayOf(nowMs);
  const first = Math.min(today, Math.max(dayOf(account.registeredAtMs), today - HISTORY_DAYS + 1));
  return fillDays(account.days, first, today).map(({ day, calls, rejected }) => ({
    date: dayText(day),
    calls,
    rejected,
  }));
}
