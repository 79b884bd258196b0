import type { Account } from '@/lib/domain/bots/account';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { usageRecord } from '@/lib/domain/quota/usage-record';
import { decideReport, decideUsageRead } from '@/lib/domain/reports/decide';
import { rateLimitFields, retryAfterSeconds } from '@/lib/domain/reports/interval';
import { accountWith } from '@/tests/support/data/accounts';
import type { VirtualTime } from './virtual-time';

/** The wall clock of the service, ahead of virtual time: it is independent of the bot's host. */
const WALL_CLOCK_MS = Date.UTC(2031, 0, 1);

/** One bot at a service that decides as the real one does. */
export class SimulatedService {
  /** Accepted reports, in virtual ms. When a test clears them, the next report is allowed at once. */
  readonly reportsAtMs: number[] = [];
  readonly refusedAtMs: { readonly error: string; readonly atMs: number }[] = [];
  usageReads = 0;
  /** Older services do not name the plan in a report's response. */
  namesTier = true;
  /** Latency of a request, and of its response, in ms. */
  latencyMs: () => number = () => 0;
  readonly #time: VirtualTime;
  #account: Account;

  constructor(time: VirtualTime, plan: PlanName) {
    this.#time = time;
    this.#account = accountWith({ plan, registeredAtMs: this.#nowMs });
  }

  get used(): number {
    return this.#account.cycle.used;
  }

  set used(used: number) {
    this.#account = { ...this.#account, cycle: { ...this.#account.cycle, used } };
  }

  set plan(plan: PlanName) {
    this.#account = { ...this.#account, plan };
  }

  get #nowMs(): number {
    return Math.floor(WALL_CLOCK_MS + this.#time.nowMs);
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    await this.#wait(this.latencyMs());
    if (this.reportsAtMs.length === 0) this.#account = { ...this.#account, lastReport: null };
    const response = url.endsWith('/api/v1/usage') ? this.#readUsage() : this.#report(String(init.body));
    await this.#wait(this.latencyMs());
    return response;
  };

  #wait(ms: number): Promise<void> {
    return ms === 0 ? Promise.resolve() : new Promise((resolve) => this.#time.setTimer(() => resolve(), ms));
  }

  #readUsage(): Response {
    this.usageReads += 1;
    this.#account = decideUsageRead(this.#account, this.#nowMs, FORM).account;
    return this.#respond(200, { success: true, data: usageRecord(this.#account, this.#nowMs) });
  }

  #report(body: string): Response {
    const { botId, serverCount, userCount, shardCount = 1 } = JSON.parse(body);
    const stats = { serverCount, userCount, shardCount };
    const { account, outcome } = decideReport(this.#account, botId, stats, this.#nowMs, FORM);
    this.#account = account;
    if (outcome.kind === 'served') {
      this.reportsAtMs.push(this.#time.nowMs);
      const { name, plan } = account;
      const tier = { name: plan, updateIntervalMinutes: PLANS[plan].intervalMinutes };
      const updatedAt = new Date(this.#nowMs).toISOString();
      const data = { botId, botName: name, ...stats, updatedAt, ...(this.namesTier && { tier }) };
      return this.#respond(200, { success: true, message: 'Stats updated successfully', data });
    }
    const { error } = outcome;
    this.refusedAtMs.push({ error, atMs: this.#time.nowMs });
    const seconds = retryAfterSeconds(account, this.#nowMs);
    const details = { retryAfterSeconds: seconds };
    const refusal = { success: false, error, message: error, requestId: 'r', details };
    return this.#respond(429, refusal, { 'Retry-After': String(seconds) });
  }

  #respond(status: number, body: object, headers: Record<string, string> = {}): Response {
    const { policy, state } = rateLimitFields(this.#account, this.#nowMs);
    return Response.json(body, {
      status,
      headers: { 'RateLimit-Policy': policy, RateLimit: state, ...headers },
    });
  }
}
