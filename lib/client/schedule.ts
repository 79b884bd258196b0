import { Alarm } from './alarm';
import type { FailureFacts } from './error';
import type { Host } from './host';
import type { Pace } from './pace';
import { reasonOf } from './reason';
import type { Collected } from './source';
import type { Stats } from './stats';

/** What the schedule lets others do; each teaches the pace. */
export type Steps = {
  collect(): Promise<Collected>;
  report(stats: Stats, signal: AbortSignal): Promise<unknown>;
  readUsage(signal: AbortSignal): Promise<unknown>;
  tell(failure: FailureFacts): void;
};

/** Whatever an answer says, calls stay this far apart. */
const STEP_MIN_MS = 1_000;
const NOT_READY_TOLD_AFTER_MS = 60_000;

/** From `start` to `stop`: at each due time of the pace one step, and only then the next time. */
export class Schedule {
  readonly #host: Host;
  readonly #pace: Pace;
  readonly #steps: Steps;
  readonly #alarm: Alarm;
  readonly #stop = new AbortController();
  #isStepping = false;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  /** A crash loop that never gets ready costs no call: usage is read only when the source can report. */
  #hasCollected = false;
  #notReadySinceMs: number | null = null;
  #isNotReadyTold = false;

  constructor(host: Host, pace: Pace, steps: Steps) {
    this.#host = host;
    this.#pace = pace;
    this.#steps = steps;
    this.#alarm = new Alarm(host, () => void this.#step());
  }

  /** Call after anything the pace has learnt. */
  replan(): void {
    if (this.#isStepping || this.#stop.signal.aborted) return;
    const { atMs } = this.#pace.next(this.#host.nowMs());
    this.#alarm.set(Math.max(atMs, this.#notBeforeMs));
  }

  /** Ends the request under way as well. */
  stop(): void {
    this.#stop.abort();
    this.#alarm.cancel();
  }

  async #step(): Promise<void> {
    this.#isStepping = true;
    try {
      await this.#do(this.#pace.next(this.#host.nowMs()).call);
    } catch (thrown) {
      const message = `A step failed inside botmeter-client (${reasonOf(thrown)}). Please tell its makers.`;
      this.#notCollected({ code: 'internal', message });
    } finally {
      this.#isStepping = false;
      this.#notBeforeMs = this.#host.nowMs() + STEP_MIN_MS;
      this.replan();
    }
  }

  async #do(call: 'report' | 'usage'): Promise<unknown> {
    const { signal } = this.#stop;
    if (call === 'usage' && this.#hasCollected) return this.#steps.readUsage(signal);
    const collected = await this.#steps.collect();
    if (signal.aborted) return;
    if (!collected.ok) return this.#notCollected(collected.failure);
    this.#hasCollected = true;
    this.#notReadySinceMs = null;
    if (call === 'usage') return this.#steps.readUsage(signal);
    return this.#steps.report(collected.stats, signal);
  }

  #notCollected(failure: FailureFacts): void {
    const nowMs = this.#host.nowMs();
    if (failure.code !== 'not_ready') {
      this.#pace.failed(failure, null, nowMs);
      this.#steps.tell(failure);
      return;
    }
    this.#pace.notReady(nowMs);
    if (this.#notReadySinceMs === null) {
      this.#notReadySinceMs = nowMs;
      this.#isNotReadyTold = false;
    }
    // A bot that starts is not ready for a while: that is no news.
    if (this.#isNotReadyTold || nowMs - this.#notReadySinceMs < NOT_READY_TOLD_AFTER_MS) return;
    this.#isNotReadyTold = true;
    this.#steps.tell(failure);
  }
}
