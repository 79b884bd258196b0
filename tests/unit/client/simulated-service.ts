import type { VirtualTime } from './virtual-time';

const DAY_MS = 24 * 3_600_000;
const CYCLE_MS = 30 * DAY_MS;

/** contract section 1 */
const PLANS = {
  free: { displayName: 'Free', intervalMinutes: 30, calls: 1_500 },
  premium: { displayName: 'Premium', intervalMinutes: 5, calls: 10_000 },
  business: { displayName: 'Business', intervalMinutes: 1, calls: 100_000 },
};
export type PlanName = keyof typeof PLANS;

/** One bot at a service that follows the contract. Its wall clock is independent of the bot's host. */
export class SimulatedService {
  plan: PlanName;
  used = 0;
  /** Accepted reports, in virtual ms. */
  readonly reportsAtMs: number[] = [];
  readonly refusedAtMs: { readonly error: string; readonly atMs: number }[] = [];
  usageReads = 0;
  /** Latency of a request, and of its response, in ms. */
  latencyMs: () => number = () => 0;
  readonly #time: VirtualTime;
  readonly #registeredAtMs: number;
  readonly #wallAheadMs = Date.UTC(2031, 0, 1);
  #cycle = 0;

  constructor(time: VirtualTime, plan: PlanName) {
    this.#time = time;
    this.plan = plan;
    this.#registeredAtMs = time.nowMs;
  }

  /** The interval of the plan, in ms. */
  get intervalMs(): number {
    return PLANS[this.plan].intervalMinutes * 60_000;
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    await this.#wait(this.latencyMs());
    const response = this.#handle(new URL(url).pathname, init);
    await this.#wait(this.latencyMs());
    return response;
  };

  #wait(ms: number): Promise<void> {
    return ms === 0 ? Promise.resolve() : new Promise((resolve) => this.#time.setTimer(() => resolve(), ms));
  }

  #handle(path: string, init: RequestInit): Response {
    const nowMs = this.#time.nowMs;
    const cycle = Math.floor((nowMs - this.#registeredAtMs) / CYCLE_MS);
    if (cycle !== this.#cycle) this.used = 0;
    this.#cycle = cycle;
    const { calls } = PLANS[this.plan];
    if (path === '/api/v1/usage') {
      this.usageReads += 1;
      if (this.used < calls) this.used += 1;
      return this.#respond(200, { success: true, data: this.#record(nowMs) });
    }
    const waitMs = this.#reportWaitMs(nowMs);
    const resetMs = this.#resetMs(nowMs);
    if (this.used >= calls)
      return this.#refuse('quota_exceeded', Math.max(1, Math.ceil(Math.max(resetMs, waitMs) / 1_000)));
    if (waitMs > 0) return this.#refuse('update_too_soon', Math.max(1, Math.ceil(waitMs / 1_000)));
    const { botId, serverCount, userCount, shardCount = 1 } = JSON.parse(String(init.body));
    this.used += 1;
    this.reportsAtMs.push(nowMs);
    const stats = { serverCount, userCount, shardCount };
    const data = { botId, botName: 'TestBot', ...stats, updatedAt: this.#iso(nowMs) };
    return this.#respond(200, { success: true, message: 'Stats updated successfully', data });
  }

  #refuse(error: string, retryAfterSeconds: number): Response {
    this.refusedAtMs.push({ error, atMs: this.#time.nowMs });
    const body = { success: false, error, message: error, requestId: 'r', details: { retryAfterSeconds } };
    return this.#respond(429, body, { 'Retry-After': String(retryAfterSeconds) });
  }

  #respond(status: number, body: object, headers: Record<string, string> = {}): Response {
    const nowMs = this.#time.nowMs;
    const { calls } = PLANS[this.plan];
    const waitMs = this.#reportWaitMs(nowMs);
    const seconds = (ms: number) => Math.ceil(ms / 1_000);
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'RateLimit-Policy': `"quota";q=${calls};w=2592000, "interval";q=1;w=${seconds(this.intervalMs)}`,
        RateLimit: `"quota";r=${Math.max(0, calls - this.used)};t=${seconds(this.#resetMs(nowMs))}, "interval";r=${waitMs === 0 ? 1 : 0};t=${seconds(waitMs)}`,
        ...headers,
      },
    });
  }

  #reportWaitMs(nowMs: number): number {
    const last = this.reportsAtMs.at(-1);
    return last === undefined ? 0 : Math.max(0, last + this.intervalMs - nowMs);
  }

  #resetMs(nowMs: number): number {
    return CYCLE_MS - ((nowMs - this.#registeredAtMs) % CYCLE_MS);
  }

  #iso(atMs: number): string {
    return new Date(this.#wallAheadMs + atMs).toISOString();
  }

  #record(nowMs: number): object {
    const { displayName, intervalMinutes, calls } = PLANS[this.plan];
    const waitMs = this.#reportWaitMs(nowMs);
    const last = this.reportsAtMs.at(-1);
    const part = this.used / calls;
    return {
      bot: { id: '1234567890123456789', name: 'TestBot' },
      tier: {
        name: this.plan,
        displayName,
        features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
      },
      usage: {
        apiCalls: {
          used: this.used,
          limit: calls,
          remaining: Math.max(0, calls - this.used),
          percentage: Math.floor(part * 10_000) / 100,
          status: part >= 0.95 ? 'critical' : part >= 0.8 ? 'warning' : 'healthy',
          message: '…',
        },
        reset: {
          at: this.#iso(nowMs + this.#resetMs(nowMs)),
          inDays: 1,
          inHours: Math.ceil(this.#resetMs(nowMs) / 3_600_000),
        },
      },
      updates: {
        interval: `${intervalMinutes} minutes`,
        lastUpdate: last === undefined ? null : this.#iso(last),
        nextUpdateAllowedAt: this.#iso(nowMs + waitMs),
        minutesUntilNextUpdate: Math.ceil(waitMs / 60_000),
        canUpdateNow: waitMs === 0,
      },
      capabilities: { analyticsLevel: 'basic', historyDays: 7, updateIntervalMinutes: intervalMinutes },
      statistics: { avgCallsPerDay: 1, estimatedDaysRemaining: 1, usageHistory: [] },
      upgrade: null,
    };
  }
}
