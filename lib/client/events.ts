import type { BotmeterError } from './error';
import type { Limits } from './limits';
import type { QuotaStatus, Receipt, UsageRecord } from './records';

/** Payloads of the events. */
export type BotmeterEvents = {
  /** A report was accepted (API section 3). */
  report: Receipt;
  /** The service refused a call with a status from 400 to 499 (API section 5). */
  refused: BotmeterError;
  /** Any other error: network, service, source, options or a listener. */
  error: BotmeterError;
  /** The status of the quota changed. */
  quota: QuotaChange;
  /** The plan became known or changed. */
  plan: PlanChange;
};

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
    const percentage = Math.floor((used * 10_000) / limit) / 100;
    return this.quotaOfRecord({ status: statusOf(used, limit), percentage, remaining, limit });
  }

  quotaOfRecord(quota: Omit<QuotaChange, 'previous'>): QuotaChange | null {
    const { status, percentage, remaining, limit } = quota;
    const previous = this.#status;
    this.#status = status;
    if (status === previous || (previous === null && status === 'healthy')) return null;
    return { status, previous, percentage, remaining, limit };
  }

  planOf({ tier: { name, displayName }, usage, capabilities }: UsageRecord): PlanChange | null {
    const previous = this.#plan;
    if (previous === name) return null;
    this.#plan = name;
    const { updateIntervalMinutes } = capabilities;
    return { name, displayName, updateIntervalMinutes, callsPerCycle: usage.apiCalls.limit, previous };
  }
}

/** Compares whole numbers: 79.999 % is not yet `warning`. */
function statusOf(used: number, limit: number): QuotaStatus {
  if (used * 100 >= limit * 95) return 'critical';
  return used * 100 >= limit * 80 ? 'warning' : 'healthy';
}

type Name = keyof BotmeterEvents;
type Subscription = {
  readonly event: Name;
  readonly call: (payload: never) => unknown;
  readonly isOnce: boolean;
};

/**
 * Node's EventEmitter throws where nobody listens to `error`, and EventTarget ends the process when a listener throws. Here
 * no listener can break the client or another listener: what it throws, or rejects with, goes to `onThrown`.
 */
export class Emitter {
  #listeners: readonly Subscription[] = [];
  readonly #onThrown: (event: Name, thrown: unknown) => void;

  constructor(onThrown: (event: Name, thrown: unknown) => void) {
    this.#onThrown = onThrown;
  }

  add(event: Name, call: Subscription['call'], isOnce: boolean): void {
    this.#listeners = [...this.#listeners, { event, call, isOnce }];
  }

  remove(event: Name, call: Subscription['call']): void {
    const removed = this.#listeners.find((listener) => listener.event === event && listener.call === call);
    this.#listeners = this.#listeners.filter((listener) => listener !== removed);
  }

  has(event: Name): boolean {
    return this.#listeners.some((listener) => listener.event === event);
  }

  emit<Event extends Name>(event: Event, payload: BotmeterEvents[Event]): void {
    for (const listener of this.#listeners) {
      if (listener.event !== event) continue;
      if (listener.isOnce) this.remove(event, listener.call);
      try {
        const returned = listener.call(payload as never);
        if (returned instanceof Promise) returned.catch((thrown) => this.#onThrown(event, thrown));
      } catch (thrown) {
        this.#onThrown(event, thrown);
      }
    }
  }
}

/** No faults: nothing needs to be done about them. */
const EXPECTED: readonly string[] = ['update_too_soon', 'stopped'];
const WARNINGS_MAX = 50;

/** Writes each distinct error once, for a bot that listens to none: it would never learn that nothing is reported. */
export class Warnings {
  readonly #written = new Set<string>();

  /** Never throws. */
  add({ code, message, requestId }: BotmeterError, write: (line: string) => void): void {
    // Numbers and times change from one occurrence to the next.
    const fault = `${code} ${message.replace(/ The next scheduled call is in .*$/, '').replace(/\d+/g, '0')}`;
    if (EXPECTED.includes(code) || this.#written.has(fault) || this.#written.size >= WARNINGS_MAX) return;
    this.#written.add(fault);
    try {
      write(`Botmeter: ${message}${requestId === null ? '' : ` (request ${requestId})`}`);
    } catch {
      // The bot's own log failed, and there is no other place to say so.
    }
  }
}
