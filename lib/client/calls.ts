import { BotmeterError, type FailureFacts, type Result } from './error';
import { type BotmeterEvents, ChangeDetector } from './events';
import type { Host } from './host';
import type { Target } from './options';
import {
  hasShape,
  RECEIPT,
  type Receipt,
  type Shape,
  type Stats,
  TIER,
  USAGE,
  type UsageRecord,
} from './records';
import type { Scheduler } from './scheduler';
import { ask, type Outcome, type Question } from './service';

export type Observer = {
  emit<Name extends keyof BotmeterEvents>(event: Name, payload: BotmeterEvents[Name]): void;
  emitError(facts: FailureFacts): BotmeterError;
  /** The scheduler has new information. */
  rescheduled(): void;
};

/** A call of the schedule: aborted by the signal, and skipped if a direct call made it unnecessary. */
export type Scheduled = { readonly signal: AbortSignal; isDue(): boolean };

/** The most calls that may run or wait, for bots that do not await their calls. */
const QUEUED_CALLS_MAX = 16;
/** One or two come from a report by hand or a change of plan. */
const TOO_SOON_MAX = 3;
const SEVERAL_REPORTERS = {
  code: 'several_reporters',
  message:
    'Another process reports for this bot: its reports arrive first. Let one process report, and stop the others.',
} as const;

/** Makes the calls one at a time (of two simultaneous reports one would be refused), and passes on each outcome. */
export class Calls {
  readonly #host: Host;
  readonly #target: Target;
  readonly #scheduler: Scheduler;
  readonly #observer: Observer;
  readonly #changes = new ChangeDetector();
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** Scheduled reports since the last accepted one that came too soon. */
  #tooSoonInARow = 0;

  constructor(host: Host, target: Target, scheduler: Scheduler, observer: Observer) {
    this.#host = host;
    this.#target = target;
    this.#scheduler = scheduler;
    this.#observer = observer;
  }

  get botId(): string {
    return this.#target.botId;
  }

  /** Sends a report (API section 3); `null` if it was scheduled and is skipped. */
  async report(stats: Stats, scheduled?: Scheduled): Promise<Result<Receipt> | null> {
    const { serverCount, userCount, shardCount } = stats;
    const question = { path: '/bots/stats', body: { botId: this.botId, serverCount, userCount, shardCount } };
    return this.#inTurn<Receipt>(scheduled, async () => {
      const outcome = await this.#ask<Receipt>(question, RECEIPT, scheduled);
      if (!outcome.ok) return this.#failed('report', outcome, scheduled !== undefined);
      const { data, limits } = outcome;
      this.#tooSoonInARow = 0;
      const tier = hasShape(data.tier, TIER) ? data.tier : undefined;
      this.#scheduler.reported(limits, this.#host.nowMs(), tier);
      this.#observer.rescheduled();
      this.#observer.emit('report', data);
      this.#emitIfAny('quota', this.#changes.quotaOf(limits));
      return { ok: true, data };
    });
  }

  /** Reads the usage record (API section 4); `null` if it was scheduled and is skipped. */
  async readUsage(scheduled?: Scheduled): Promise<Result<UsageRecord> | null> {
    return this.#inTurn<UsageRecord>(scheduled, async () => {
      const outcome = await this.#ask<UsageRecord>({ path: '/usage' }, USAGE, scheduled);
      if (!outcome.ok) return this.#failed('usage', outcome);
      const { data, limits } = outcome;
      const { capabilities, tier, updates, usage } = data;
      const record = {
        tier: tier.name,
        updateIntervalMinutes: capabilities.updateIntervalMinutes,
        minutesUntilNextUpdate: updates.minutesUntilNextUpdate,
        remaining: usage.apiCalls.remaining,
        resetHours: usage.reset.inHours,
      };
      this.#scheduler.usageRead(record, limits, this.#host.nowMs());
      this.#observer.rescheduled();
      this.#emitIfAny('plan', this.#changes.planOf(data));
      this.#emitIfAny('quota', this.#changes.quotaOfRecord(usage.apiCalls));
      return { ok: true, data };
    });
  }

  /** A call whose failure says nothing about reports; the limits of its response are still news. */
  async other<T>(question: Question, shape: Shape): Promise<Result<T> | null> {
    return this.#inTurn<T>(undefined, async () => {
      const outcome = await this.#ask<T>(question, shape);
      if (outcome.limits) {
        this.#scheduler.learn(outcome.limits, this.#host.nowMs());
        this.#observer.rescheduled();
        this.#emitIfAny('quota', this.#changes.quotaOf(outcome.limits));
      }
      if (!outcome.ok) return { ok: false, error: this.#observer.emitError(outcome.failure) };
      return { ok: true, data: outcome.data };
    });
  }

  async #ask<T>(question: Question, shape: Shape, scheduled?: Scheduled): Promise<Outcome<T>> {
    return ask(this.#host, this.#target, question, shape, scheduled?.signal);
  }

  async #inTurn<T>(
    scheduled: Scheduled | undefined,
    call: () => Promise<Result<T>>,
  ): Promise<Result<T> | null> {
    if (!scheduled && this.#queued >= QUEUED_CALLS_MAX) {
      const message = `${QUEUED_CALLS_MAX} calls are running or queued. Await each call before the next.`;
      return { ok: false, error: this.#observer.emitError({ code: 'busy', message }) };
    }
    this.#queued += 1;
    const turn = this.#last.then(() => (scheduled?.isDue() === false ? null : call()));
    // Its caller gets the error; the next call waits for the end alone.
    this.#last = turn.catch(() => undefined);
    return turn.finally(() => {
      this.#queued -= 1;
    });
  }

  #failed<T>(
    call: 'report' | 'usage',
    { failure, limits }: Extract<Outcome<T>, { ok: false }>,
    isScheduled = false,
  ): Result<never> {
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
