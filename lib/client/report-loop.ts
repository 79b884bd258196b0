import type { Calls, Scheduled } from './calls';
import { type FailureFacts, reasonOf } from './error';
import { type Host, LongTimer } from './host';
import type { Scheduler } from './scheduler';
import { type Collector, collect } from './source';

/** Minimum time between calls, whatever a response says. */
const STEP_MIN_MS = 1_000;
const NOT_READY_EVENT_AFTER_MS = 60_000;

/** Runs from `start` to `stop`: one step at each due time, after which the next time is computed. */
export class ReportLoop {
  readonly #host: Host;
  readonly #scheduler: Scheduler;
  readonly #calls: Calls;
  readonly #collector: Collector;
  readonly #emitError: (failure: FailureFacts) => unknown;
  readonly #timer: LongTimer;
  readonly #stop = new AbortController();
  #isStepping = false;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  /** Usage is read only once the source can report, so a bot in a crash loop uses no calls. */
  #hasCollected = false;
  #notReadySinceMs: number | null = null;
  #isNotReadyEmitted = false;

  constructor(
    host: Host,
    scheduler: Scheduler,
    calls: Calls,
    collector: Collector,
    emitError: (failure: FailureFacts) => unknown,
  ) {
    this.#host = host;
    this.#scheduler = scheduler;
    this.#calls = calls;
    this.#collector = collector;
    this.#emitError = emitError;
    this.#timer = new LongTimer(host, () => void this.#step());
  }

  /** To be called when the scheduler has new information. */
  replan(): void {
    if (this.#isStepping || this.#stop.signal.aborted) return;
    const { atMs } = this.#scheduler.next(this.#host.nowMs());
    this.#timer.set(Math.max(atMs, this.#notBeforeMs));
  }

  /** Also aborts the running request. */
  stop(): void {
    this.#stop.abort();
    this.#timer.cancel();
  }

  async #step(): Promise<void> {
    this.#isStepping = true;
    try {
      await this.#do(this.#scheduler.next(this.#host.nowMs()).call);
    } catch (thrown) {
      const message = `A step failed inside @botmeter/client (${reasonOf(thrown)}). Please report this bug.`;
      this.#notCollected({ code: 'internal', message });
    } finally {
      this.#isStepping = false;
      this.#notBeforeMs = this.#host.nowMs() + STEP_MIN_MS;
      this.replan();
    }
  }

  async #do(call: 'report' | 'usage'): Promise<unknown> {
    const { signal } = this.#stop;
    const isDue = () => this.#scheduler.next(this.#host.nowMs()).atMs <= this.#host.nowMs();
    const scheduled: Scheduled = { signal, isDue };
    if (call === 'usage' && this.#hasCollected) return this.#calls.readUsage(scheduled);
    const collected = await collect(this.#host, this.#collector);
    if (signal.aborted) return;
    if (!collected.ok) return this.#notCollected(collected.failure);
    this.#hasCollected = true;
    this.#notReadySinceMs = null;
    return call === 'usage'
      ? this.#calls.readUsage(scheduled)
      : this.#calls.report(collected.stats, scheduled);
  }

  #notCollected(failure: FailureFacts): void {
    const nowMs = this.#host.nowMs();
    if (failure.code !== 'not_ready') {
      this.#scheduler.failed(failure, null, nowMs);
      this.#emitError(failure);
      return;
    }
    this.#scheduler.notReady(nowMs);
    if (this.#notReadySinceMs === null) {
      this.#notReadySinceMs = nowMs;
      this.#isNotReadyEmitted = false;
    }
    // A starting bot is not ready for a while, so it gets no event at first.
    if (this.#isNotReadyEmitted || nowMs - this.#notReadySinceMs < NOT_READY_EVENT_AFTER_MS) return;
    this.#isNotReadyEmitted = true;
    this.#emitError(failure);
  }
}
