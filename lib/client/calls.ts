import { CallQueue, QUEUED_CALLS_MAX } from './call-queue';
import { ChangeDetector } from './change-detector';
import { BotmeterError, type FailureFacts, type Result } from './error';
import type { BotmeterEvents } from './events';
import type { Host } from './host';
import type { Scheduler } from './scheduler';
import type { Outcome, Service } from './service';
import type { Receipt, Stats } from './stats';
import { isTier, type UsageRecord } from './usage-record';

export type Observer = {
  emit<Name extends keyof BotmeterEvents>(event: Name, payload: BotmeterEvents[Name]): void;
  emitError(facts: FailureFacts): BotmeterError;
  /** The scheduler has new information. */
  rescheduled(): void;
};

/** A call of the schedule: aborted by the signal, and skipped if a direct call made it unnecessary. */
export type Scheduled = { readonly signal: AbortSignal; isDue(): boolean };

/** One or two come from a report by hand or a change of plan. */
const TOO_SOON_MAX = 3;
const SEVERAL_REPORTERS = {
  code: 'several_reporters',
  message:
    'Another process reports for this bot: its reports arrive first. Let one process report, and stop the others.',
} as const;

/** Makes the API calls one at a time, and passes each outcome to the scheduler and the observer. */
export class Calls {
  readonly #host: Host;
  readonly #service: Service;
  readonly #scheduler: Scheduler;
  readonly #observer: Observer;
  readonly #queue = new CallQueue();
  readonly #changes = new ChangeDetector();
  /** Scheduled reports since the last accepted one that came too soon. */
  #tooSoonInARow = 0;

  constructor(host: Host, service: Service, scheduler: Scheduler, observer: Observer) {
    this.#host = host;
    this.#service = service;
    this.#scheduler = scheduler;
    this.#observer = observer;
  }

  /** `null` if a scheduled call was skipped. */
  async report(stats: Stats, scheduled?: Scheduled): Promise<Result<Receipt> | null> {
    return this.#queued<Receipt>(scheduled, async () => {
      const outcome = await this.#service.report(stats, scheduled?.signal);
      if (!outcome.ok) return this.#failed('report', outcome, scheduled !== undefined);
      this.#tooSoonInARow = 0;
      const { tier } = outcome.data;
      this.#scheduler.reported(outcome.limits, this.#host.nowMs(), isTier(tier) ? tier : undefined);
      this.#observer.rescheduled();
      this.#observer.emit('report', outcome.data);
      this.#emitIfAny('quota', this.#changes.quotaOf(outcome.limits));
      return { ok: true, data: outcome.data };
    });
  }

  /** `null` if a scheduled call was skipped. */
  async readUsage(scheduled?: Scheduled): Promise<Result<UsageRecord> | null> {
    return this.#queued<UsageRecord>(scheduled, async () => {
      const outcome = await this.#service.usage(scheduled?.signal);
      if (!outcome.ok) return this.#failed('usage', outcome);
      const { capabilities, tier, updates, usage } = outcome.data;
      this.#scheduler.usageRead(
        {
          tier: tier.name,
          updateIntervalMinutes: capabilities.updateIntervalMinutes,
          minutesUntilNextUpdate: updates.minutesUntilNextUpdate,
          remaining: usage.apiCalls.remaining,
          resetHours: usage.reset.inHours,
        },
        outcome.limits,
        this.#host.nowMs(),
      );
      this.#observer.rescheduled();
      this.#emitIfAny('plan', this.#changes.planOf(outcome.data));
      this.#emitIfAny('quota', this.#changes.quotaOfRecord(outcome.data));
      return { ok: true, data: outcome.data };
    });
  }

  /** A call whose failure says nothing about reports; the limits of its response are still news. */
  async other<T>(call: (service: Service) => Promise<Outcome<T>>): Promise<Result<T> | null> {
    return this.#queued<T>(undefined, async () => {
      const outcome = await call(this.#service);
      if (outcome.limits) {
        this.#scheduler.learn(outcome.limits, this.#host.nowMs());
        this.#observer.rescheduled();
        this.#emitIfAny('quota', this.#changes.quotaOf(outcome.limits));
      }
      if (!outcome.ok) return { ok: false, error: this.#observer.emitError(outcome.failure) };
      return { ok: true, data: outcome.data };
    });
  }

  async #queued<T>(
    scheduled: Scheduled | undefined,
    call: () => Promise<Result<T>>,
  ): Promise<Result<T> | null> {
    const callIfDue = async () => (scheduled && !scheduled.isDue() ? 'skipped' : call());
    const result = await this.#queue.run(callIfDue, scheduled ? Number.POSITIVE_INFINITY : QUEUED_CALLS_MAX);
    if (result === 'skipped') return null;
    if (result !== null) return result;
    const message = `${QUEUED_CALLS_MAX} calls are running or queued. Await each call before the next.`;
    return { ok: false, error: this.#observer.emitError({ code: 'busy', message }) };
  }

  #failed<T>(
    call: 'report' | 'usage',
    outcome: Extract<Outcome<T>, { ok: false }>,
    isScheduled = false,
  ): Result<never> {
    const { failure, limits } = outcome;
    if (failure.code === 'stopped') return { ok: false, error: new BotmeterError(failure, null) };
    this.#scheduler.failed({ ...failure, call }, limits, this.#host.nowMs());
    this.#observer.rescheduled();
    const isTooSoon = isScheduled && failure.code === 'update_too_soon';
    if (isTooSoon) this.#tooSoonInARow += 1;
    const isBehind = isTooSoon && this.#tooSoonInARow >= TOO_SOON_MAX;
    const error = this.#observer.emitError(isBehind ? { ...failure, ...SEVERAL_REPORTERS } : failure);
    if (limits) this.#emitIfAny('quota', this.#changes.quotaOf(limits));
    return { ok: false, error };
  }

  #emitIfAny<Name extends 'quota' | 'plan'>(event: Name, payload: BotmeterEvents[Name] | null): void {
    if (payload !== null) this.#observer.emit(event, payload);
  }
}
