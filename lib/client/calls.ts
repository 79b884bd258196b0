import { BotmeterError, type FailureFacts, type Result } from './error';
import type { BotmeterEvents } from './events';
import type { Host } from './host';
import type { Pace } from './pace';
import type { Outcome, Service } from './service';
import type { Receipt, Stats } from './stats';
import { TURNS_MAX, Turns } from './turns';
import type { UsageRecord } from './usage-record';
import { Watch } from './watch';

export type Ears = {
  emit<Name extends keyof BotmeterEvents>(event: Name, payload: BotmeterEvents[Name]): void;
  tell(facts: FailureFacts): BotmeterError;
  /** The pace has learnt something. */
  learnt(): void;
};

/** Of the schedule: ends with the signal, and is left out when a direct call came first. */
export type Scheduled = { readonly signal: AbortSignal; isDue(): boolean };

/** The two calls, one at a time; from each the pace learns and the listeners hear. */
export class Calls {
  readonly #host: Host;
  readonly #service: Service;
  readonly #pace: Pace;
  readonly #ears: Ears;
  readonly #turns = new Turns();
  readonly #watch = new Watch();

  constructor(host: Host, service: Service, pace: Pace, ears: Ears) {
    this.#host = host;
    this.#service = service;
    this.#pace = pace;
    this.#ears = ears;
  }

  /** `null` when it was left out. */
  async report(stats: Stats, scheduled?: Scheduled): Promise<Result<Receipt> | null> {
    return this.#inTurn<Receipt>(scheduled, async () => {
      const outcome = await this.#service.report(stats, scheduled?.signal);
      if (!outcome.ok) return this.#failed('report', outcome);
      this.#pace.reported(outcome.limits, this.#host.nowMs());
      this.#ears.learnt();
      this.#ears.emit('report', outcome.data);
      this.#emitIfAny('quota', this.#watch.quotaOf(outcome.limits));
      return { ok: true, data: outcome.data };
    });
  }

  /** `null` when it was left out. */
  async readUsage(scheduled?: Scheduled): Promise<Result<UsageRecord> | null> {
    return this.#inTurn<UsageRecord>(scheduled, async () => {
      const outcome = await this.#service.usage(scheduled?.signal);
      if (!outcome.ok) return this.#failed('usage', outcome);
      const { capabilities, updates, usage } = outcome.data;
      this.#pace.usageRead(
        {
          updateIntervalMinutes: capabilities.updateIntervalMinutes,
          minutesUntilNextUpdate: updates.minutesUntilNextUpdate,
          remaining: usage.apiCalls.remaining,
          resetHours: usage.reset.inHours,
        },
        outcome.limits,
        this.#host.nowMs(),
      );
      this.#ears.learnt();
      this.#emitIfAny('plan', this.#watch.planOf(outcome.data));
      this.#emitIfAny('quota', this.#watch.quotaOfRecord(outcome.data));
      return { ok: true, data: outcome.data };
    });
  }

  async #inTurn<T>(
    scheduled: Scheduled | undefined,
    call: () => Promise<Result<T>>,
  ): Promise<Result<T> | null> {
    const turn = async () => (scheduled && !scheduled.isDue() ? 'left out' : call());
    const result = await this.#turns.take(turn, scheduled ? Number.POSITIVE_INFINITY : TURNS_MAX);
    if (result === 'left out') return null;
    if (result !== null) return result;
    const message = `${TURNS_MAX} calls are under way or waiting. Await each call before the next.`;
    return { ok: false, error: this.#ears.tell({ code: 'busy', message }) };
  }

  #failed<T>(call: 'report' | 'usage', outcome: Extract<Outcome<T>, { ok: false }>): Result<never> {
    const { failure, limits } = outcome;
    if (failure.code === 'stopped') return { ok: false, error: new BotmeterError(failure, null) };
    this.#pace.failed({ ...failure, call }, limits, this.#host.nowMs());
    this.#ears.learnt();
    const error = this.#ears.tell(failure);
    if (limits) this.#emitIfAny('quota', this.#watch.quotaOf(limits));
    return { ok: false, error };
  }

  #emitIfAny<Name extends 'quota' | 'plan'>(event: Name, payload: BotmeterEvents[Name] | null): void {
    if (payload !== null) this.#ears.emit(event, payload);
  }
}
