import type { Host } from './host';

/** Node fires longer timers at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** A single timer for any delay: delays beyond a timer's range are chained. */
export class LongTimer {
  readonly #host: Host;
  readonly #onDue: () => void;
  #timer: unknown;

  constructor(host: Host, onDue: () => void) {
    this.#host = host;
    this.#onDue = onDue;
  }

  /** Fires at `atMs` of the host's monotonic clock, never earlier; replaces the previous time. */
  set(atMs: number): void {
    this.cancel();
    const waitMs = Math.max(0, Math.ceil(atMs - this.#host.nowMs()));
    this.#timer = this.#host.setTimer(
      () => {
        // A timer can fire a millisecond early, or this was only one link of the chain.
        if (this.#host.nowMs() < atMs) this.set(atMs);
        else this.#onDue();
      },
      Math.min(waitMs, TIMER_MAX_MS),
    );
  }

  cancel(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
