import type { BotmeterErrorCode } from './error';
import { type Limits, WAIT_MAX_MS } from './limits';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In force until the service names another: the longest of the plans (API section 1). */
const FIRST_INTERVAL_MS = 30 * MINUTE_MS;
const BACKOFF_FIRST_MS = 5 * SECOND_MS;
const BACKOFF_MAX_MS = 15 * MINUTE_MS;
/** After a refusal that only a person can mend: often enough to notice that somebody has. */
const REFUSED_RETRY_MS = HOUR_MS;
/** So near the reset a look could come after it, and count. */
const REFILL_NEAR_MS = HOUR_MS;
const NOT_READY_MS = 5 * SECOND_MS;
/** Between usage reads whose only purpose is the name of a changed plan. */
const PLAN_READ_MS = 6 * HOUR_MS;

/** What to do next and when, in monotonic milliseconds of the host; a time in the past means now. */
export type Next = { readonly call: 'report' | 'usage'; readonly atMs: number };

export type Setback = {
  readonly call?: Next['call'];
  readonly code: BotmeterErrorCode;
  readonly status?: number | null;
  readonly retryAfterMs?: number | null;
};

/**
 * When the next call is due. Learns from every exchange, whoever started it; knows durations of the service and the
 * host's monotonic clock, never a date.
 */
export class Pace {
  readonly #random: () => number;
  #intervalMs = FIRST_INTERVAL_MS;
  /** `null` until learnt: a restart inside the interval asks before it reports. */
  #reportAtMs: number | null = null;
  #holdUntilMs = Number.NEGATIVE_INFINITY;
  /** While the quota is exhausted: when the cycle ends. */
  #refillsAtMs: number | null = null;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #planReadAtMs = Number.NEGATIVE_INFINITY;
  #isPlanStale = true;
  #policy: string | null = null;
  #faults = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  next(nowMs: number): Next {
    const at = (atMs: number) => Math.max(atMs, this.#holdUntilMs);
    if (this.#refillsAtMs !== null) {
      // Uncounted while exhausted (API section 2, rule 3): the way to notice an upgrade.
      const checkAtMs = at(this.#checkedAtMs + DAY_MS);
      return checkAtMs + REFILL_NEAR_MS < this.#refillsAtMs
        ? { call: 'usage', atMs: checkAtMs }
        : { call: 'report', atMs: at(this.#refillsAtMs) };
    }
    if (this.#reportAtMs === null) return { call: 'usage', atMs: at(nowMs) };
    if (this.#isPlanStale && nowMs >= this.#planReadAtMs + PLAN_READ_MS)
      return { call: 'usage', atMs: at(nowMs) };
    return { call: 'report', atMs: at(this.#reportAtMs) };
  }

  /** A report was accepted. */
  reported(limits: Limits, nowMs: number): void {
    this.#succeeded();
    this.#reportAtMs = nowMs + this.#intervalMs + this.#jitterMs();
    this.#refillsAtMs = null;
    this.#learn(limits, nowMs);
  }

  /** A usage record was read; its numbers stand in for fields that something in between has removed. */
  usageRead(
    record: {
      updateIntervalMinutes: number;
      minutesUntilNextUpdate: number;
      remaining: number;
      resetHours: number;
    },
    limits: Limits,
    nowMs: number,
  ): void {
    this.#succeeded();
    // The read that every start makes is not one for a changed plan.
    if (this.#isPlanStale && this.#policy !== null) this.#planReadAtMs = nowMs;
    this.#isPlanStale = false;
    this.#checkedAtMs = nowMs;
    this.#learn(
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

  /** A call was refused or got no usable answer, or the source failed. */
  failed(setback: Setback, limits: Limits | null, nowMs: number): void {
    this.#faults += 1;
    if (limits) this.#learn(limits, nowMs);
    if (setback.code === 'quota_exceeded') {
      this.#exhaust(setback.retryAfterMs ?? limits?.quota?.resetMs ?? DAY_MS, nowMs);
      return;
    }
    // A usage read that keeps failing must not keep reports waiting.
    if (setback.call === 'usage') this.#planReadAtMs = nowMs;
    // Without the rate limit fields only the usage record tells the new interval.
    if (setback.code === 'update_too_soon' && !limits?.interval) this.#isPlanStale = true;
    this.#holdUntilMs = nowMs + this.#delayMs(setback, limits);
  }

  /** The source has no numbers yet. */
  notReady(nowMs: number): void {
    this.#holdUntilMs = nowMs + NOT_READY_MS;
  }

  #succeeded(): void {
    this.#faults = 0;
    this.#holdUntilMs = Number.NEGATIVE_INFINITY;
  }

  #learn({ interval, quota }: Limits, nowMs: number): void {
    if (interval) {
      if (interval.everyMs !== null) this.#intervalMs = bounded(interval.everyMs);
      this.#reportAtMs = nowMs + (interval.waitMs === 0 ? 0 : bounded(interval.waitMs) + this.#jitterMs());
    }
    if (quota?.remaining === 0) this.#exhaust(quota.resetMs, nowMs);
    else if (quota) this.#refillsAtMs = null;
    if (interval?.everyMs == null || quota?.limit == null) return;
    const policy = `${quota.limit}/${interval.everyMs}`;
    if (this.#policy !== null && this.#policy !== policy) this.#isPlanStale = true;
    this.#policy = policy;
  }

  #exhaust(waitMs: number, nowMs: number): void {
    if (this.#refillsAtMs === null) this.#checkedAtMs = nowMs;
    this.#refillsAtMs = Math.max(nowMs + bounded(waitMs), this.#reportAtMs ?? 0) + this.#jitterMs();
  }

  #delayMs({ code, status, retryAfterMs }: Setback, limits: Limits | null): number {
    if (status === 429) {
      const waitMs = retryAfterMs ?? (limits?.interval?.waitMs || this.#intervalMs);
      return Math.max(bounded(waitMs) + this.#jitterMs(), this.#backoffMs(this.#faults - 1));
    }
    const isTransient = status == null || status < 400 || status >= 500 || status === 408 || status === 425;
    if (!isTransient || code === 'invalid_source') return REFUSED_RETRY_MS;
    const askedMs = retryAfterMs == null ? 0 : Math.min(retryAfterMs, HOUR_MS) + this.#jitterMs();
    return Math.max(this.#backoffMs(this.#faults), askedMs);
  }

  /** Half to the whole of 5 s, doubled with each fault in a row, up to the interval and at most 15 min. */
  #backoffMs(faults: number): number {
    if (faults <= 0) return 0;
    const mostMs = Math.min(Math.max(this.#intervalMs, MINUTE_MS), BACKOFF_MAX_MS);
    const wholeMs = Math.min(BACKOFF_FIRST_MS * 2 ** Math.min(faults - 1, 30), mostMs);
    return wholeMs * (0.5 + this.#random() / 2);
  }

  /** 1 to 5 s: never early even when the two clocks run at slightly different speeds, and never all bots at once. */
  #jitterMs(): number {
    return SECOND_MS + this.#random() * 4 * SECOND_MS;
  }
}

const bounded = (ms: number): number => (ms >= 0 ? Math.min(ms, WAIT_MAX_MS) : 0);
