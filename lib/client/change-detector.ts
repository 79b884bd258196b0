import type { Limits } from './limits';
import type { QuotaStatus, UsageRecord } from './usage-record';

/** The status of the quota changed (API section 4). */
export type QuotaChange = {
  readonly status: QuotaStatus;
  /** `null` if this is the first known status and it is not `healthy`. */
  readonly previous: QuotaStatus | null;
  /** Used percentage of the quota, 0 … 100, truncated to 2 decimals; above 100 only if a usage record says so. */
  readonly percentage: number;
  readonly remaining: number;
  readonly limit: number;
};

/** The plan became known or changed (API section 1). */
export type PlanChange = {
  readonly name: string;
  readonly displayName: string;
  readonly updateIntervalMinutes: number;
  /** Calls per cycle of 30 days. */
  readonly callsPerCycle: number;
  /** The previous plan; `null` the first time. */
  readonly previous: string | null;
};

/** Detects changes of quota status and plan. */
export class ChangeDetector {
  #status: QuotaStatus | null = null;
  #plan: string | null = null;

  /** Compares the headers of a response; `null` if nothing changed or they lack the quota. */
  quotaOf({ quota }: Limits): QuotaChange | null {
    if (!quota?.limit) return null;
    const { limit, remaining } = quota;
    const used = Math.max(0, limit - remaining);
    return this.#quota(statusOf(used, limit), Math.floor((used * 10_000) / limit) / 100, remaining, limit);
  }

  quotaOfRecord({ usage: { apiCalls } }: UsageRecord): QuotaChange | null {
    return this.#quota(apiCalls.status, apiCalls.percentage, apiCalls.remaining, apiCalls.limit);
  }

  planOf({ tier, usage, capabilities }: UsageRecord): PlanChange | null {
    const previous = this.#plan;
    if (previous === tier.name) return null;
    this.#plan = tier.name;
    return {
      name: tier.name,
      displayName: tier.displayName,
      updateIntervalMinutes: capabilities.updateIntervalMinutes,
      callsPerCycle: usage.apiCalls.limit,
      previous,
    };
  }

  #quota(status: QuotaStatus, percentage: number, remaining: number, limit: number): QuotaChange | null {
    const previous = this.#status;
    this.#status = status;
    if (status === previous || (previous === null && status === 'healthy')) return null;
    return { status, previous, percentage, remaining, limit };
  }
}

/** Compares whole numbers: 79.999 % is not yet `warning`. */
function statusOf(used: number, limit: number): QuotaStatus {
  if (used * 100 >= limit * 95) return 'critical';
  return used * 100 >= limit * 80 ? 'warning' : 'healthy';
}
