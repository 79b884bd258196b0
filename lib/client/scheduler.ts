import type { BotmeterErrorCode } from './error';
import { type Limits, WAIT_MAX_MS } from './limits';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The interval until the service sends another: the longest of all plans (API section 1). */
const FIRST_INTERVAL_MS = 30 * MINUTE_MS;
const BACKOFF_FIRST_MS = 5 * SECOND_MS;
const BACKOFF_MAX_MS = 15 * MINUTE_MS;
/** Retry period after an error that only a person can fix: often enough to notice the fix soon. */
const REFUSED_RETRY_MS = HOUR_MS;
/** No check is made this close to the reset: it could arrive after the reset and count. */
const RESET_NEAR_MS = HOUR_MS;
const NOT_READY_MS = 5 * SECOND_MS;
/** Minimum time between usage reads that only find out the name of a changed plan. */
const PLAN_READ_MS = 6 * HOUR_MS;

/** The next call and its time, in monotonic milliseconds of the host; a past time means now. */
export type Next = { readonly call: 'report' | 'usage'; readonly atMs: number };

/** The plan that a response names (API section 3). */
export type Tier = { readonly name: string; readonly updateIntervalMinutes: number };

export type FailedCall = {
  readonly call?: Next['call'];
  readonly code: BotmeterErrorCode;
  readonly status?: number | null;
  readonly retryAfterMs?: number | null;
};

/**
 * Computes when the next call is due, from every outcome (scheduled or direct). Uses durations from the service and
 * the host's monotonic clock, never dates.
 */
export class Scheduler {
  readonly #random: () => number;
  #intervalMs = FIRST_INTERVAL_MS;
  /** `null` until known: a restart within the interval reads the usage before it reports. */
  #reportAtMs: number | null = null;
  #holdUntilMs = Number.NEGATIVE_INFINITY;
  /** When the cycle ends, while the quota is exhausted. */
  #resetAtMs: number | null = null;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #planReadAtMs = Number.NEGATIVE_INFINITY;
  #isPlanStale = true;
  #policy: string | null = null;
  #tier: string | null = null;
  #errors = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  next(nowMs: number): Next {
    const at = (atMs: number) => Math.max(atMs, this.#holdUntilMs);
    if (this.#resetAtMs !== null) {
      // Not counted while the quota is exhausted (API section 2, rule 3), so it is used to notice an upgrade.
      const checkAtMs = at(this.#checkedAtMs + DAY_MS);
      return checkAtMs + RESET_NEAR_MS < this.#resetAtMs
        ? { call: 'usage', atMs: checkAtMs }
        : { call: 'report', atMs: at(this.#resetAtMs) };
    }
    if (this.#reportAtMs === null) return { call: 'usage', atMs: at(nowMs) };
    if (this.#isPlanStale && nowMs >= this.#planReadAtMs + PLAN_READ_MS)
      return { call: 'usage', atMs: at(nowMs) };
    return { call: 'report', atMs: at(this.#reportAtMs) };
  }

  /** Handles an accepted report; `tier` comes from its response (API section 3), if it has one. */
  reported(limits: Limits, nowMs: number, tier?: Tier): void {
    this.#succeeded();
    if (tier) {
      this.#intervalMs = bounded(tier.updateIntervalMinutes * MINUTE_MS);
      if (this.#tier !== null && this.#tier !== tier.name) this.#isPlanStale = true;
      this.#tier = tier.name;
    }
    this.#reportAtMs = nowMs + this.#intervalMs + this.#jitterMs();
    this.#resetAtMs = null;
    this.learn(limits, nowMs);
  }

  /** Handles a usage record; its numbers replace rate limit headers that a proxy has removed. */
  usageRead(
    record: {
      tier: string;
      updateIntervalMinutes: number;
      minutesUntilNextUpdate: number;
      remaining: number;
      resetHours: number;
    },
    limits: Limits,
    nowMs: number,
  ): void {
    this.#succeeded();
    // The first read after a start does not count as a read for a changed plan.
    if (this.#isPlanStale && this.#policy !== null) this.#planReadAtMs = nowMs;
    this.#isPlanStale = false;
    this.#tier = record.tier;
    this.#checkedAtMs = nowMs;
    this.learn(
      {
        interval: limits.interval ?? {
          everyMs: record.updateIntervalMinutes * MINUTE_MS,
          waitMs: record.minutesUntilNextUpdate * MINUTE_MS,
        },
        quota: limits.quota ?? {
          limit: null,
          remaining: record.remaining,
          resetMs: record.resetHours * HOUR_MS,
        },
      },
      nowMs,
    );
  }

  /** Handles a call that was refused or had no valid response, or an error of the source. */
  failed(failed: FailedCall, limits: Limits | null, nowMs: number): void {
    this.#errors += 1;
    if (limits) this.learn(limits, nowMs);
    if (failed.code === 'quota_exceeded') {
      this.#exhaust(failed.retryAfterMs ?? limits?.quota?.resetMs ?? DAY_MS, nowMs);
      return;
    }
    // A usage read that keeps failing must not delay reports.
    if (failed.call === 'usage') this.#planReadAtMs = nowMs;
    // Without rate limit headers only the usage record has the new interval.
    if (failed.code === 'update_too_soon' && !limits?.interval) this.#isPlanStale = true;
    this.#holdUntilMs = nowMs + this.#delayMs(failed, limits);
  }

  /** Handles a source that is not ready. */
  notReady(nowMs: number): void {
    this.#holdUntilMs = nowMs + NOT_READY_MS;
  }

  /** Takes quota and interval from the headers of any response. */
  learn({ interval, quota }: Limits, nowMs: number): void {
    if (interval) {
      if (interval.everyMs !== null) this.#intervalMs = bounded(interval.everyMs);
      this.#reportAtMs = nowMs + (interval.waitMs === 0 ? 0 : bounded(interval.waitMs) + this.#jitterMs());
    }
    if (quota?.remaining === 0) this.#exhaust(quota.resetMs, nowMs);
    else if (quota) this.#resetAtMs = null;
    if (interval?.everyMs == null || quota?.limit == null) return;
    const policy = `${quota.limit}/${interval.everyMs}`;
    if (this.#policy !== null && this.#policy !== policy) this.#isPlanStale = true;
    this.#policy = policy;
  }

  #succeeded(): void {
    this.#errors = 0;
    this.#holdUntilMs = Number.NEGATIVE_INFINITY;
  }

  #exhaust(waitMs: number, nowMs: number): void {
    if (this.#resetAtMs === null) this.#checkedAtMs = nowMs;
    this.#resetAtMs = Math.max(nowMs + bounded(waitMs), this.#reportAtMs ?? 0) + this.#jitterMs();
  }

  #delayMs({ code, status, retryAfterMs }: FailedCall, limits: Limits | null): number {
    if (status === 429) {
      const waitMs = retryAfterMs ?? (limits?.interval?.waitMs || this.#intervalMs);
      return Math.max(bounded(waitMs) + this.#jitterMs(), this.#backoffMs(this.#errors - 1));
    }
    const isTransient = status == null || status < 400 || status >= 500 || status === 408 || status === 425;
    if (!isTransient || code === 'invalid_source') return REFUSED_RETRY_MS;
    const requestedMs = retryAfterMs == null ? 0 : Math.min(retryAfterMs, HOUR_MS) + this.#jitterMs();
    return Math.max(this.#backoffMs(this.#errors), requestedMs);
  }

  /**
   * Exponential backoff with jitter: half to all of 5 s, doubled per consecutive error, up to the interval and at
   * most 15 min.
   */
  #backoffMs(errors: number): number {
    if (errors <= 0) return 0;
    const maxMs = Math.min(Math.max(this.#intervalMs, MINUTE_MS), BACKOFF_MAX_MS);
    const fullMs = Math.min(BACKOFF_FIRST_MS * 2 ** Math.min(errors - 1, 30), maxMs);
    return fullMs * (0.5 + this.#random() / 2);
  }

  /** 1 to 5 s: never too early even if the two clocks run at slightly different speeds, and not all bots at once. */
  #jitterMs(): number {
    return SECOND_MS + this.#random() * 4 * SECOND_MS;
  }
}

const bounded = (ms: number): number => (ms >= 0 ? Math.min(ms, WAIT_MAX_MS) : 0);
