import type { Host } from './host';

/** A longer timer would fire at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** One wake-up call at a time, at any distance: waits beyond a timer's range are chained. */
export class Alarm {
  readonly #host: Host;
  readonly #ring: () => void;
  #timer: unknown;

  constructor(host: Host, ring: () => void) {
    this.#host = host;
    this.#ring = ring;
  }

  /** Rings at `atMs` of the host's monotonic clock, never before; replaces what was set. */
  set(atMs: number): void {
    this.cancel();
    const waitMs = Math.max(0, Math.ceil(atMs - this.#host.nowMs()));
    this.#timer = this.#host.setTimer(
      () => {
        // A timer may fire a millisecond early, and the end of a link is not yet the end of the chain.
        if (this.#host.nowMs() < atMs) this.set(atMs);
        else this.#ring();
      },
      Math.min(waitMs, TIMER_MAX_MS),
    );
  }

  cancel(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
