/** What the library uses from its process. Tests replace it with the option `HOST`. */
export type Host = {
  /** Monotonic milliseconds. The wall clock is never used, because it may be wrong by hours. */
  nowMs(): number;
  /** Calls `call` once, after at most 2^31-1 ms. Must not keep the process alive. */
  setTimer(call: () => void, delayMs: number): unknown;
  clearTimer(timer: unknown): void;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** 0 ≤ value < 1 */
  random(): number;
  /** Writes a line to standard error. */
  warn(line: string): void;
  readonly requestTimeoutMs: number;
  readonly collectTimeoutMs: number;
};

/** For tests only; not exported by the package. */
export const HOST = Symbol('host');

export const realHost: Host = {
  nowMs: () => performance.now(),
  setTimer(call, delayMs) {
    const timer: unknown = setTimeout(call, delayMs);
    if (typeof timer === 'object' && timer !== null) (timer as { unref?(): void }).unref?.();
    return timer;
  },
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  fetch: (url, init) => fetch(url, init),
  random: () => Math.random(),
  warn: (line) => console.warn(line),
  requestTimeoutMs: 10_000,
  collectTimeoutMs: 15_000,
};

/** What `work` gives, or `instead` if that takes longer than `timeoutMs`. */
export async function within<T>(host: Host, timeoutMs: number, work: Promise<T>, instead: T): Promise<T> {
  let timer: unknown;
  const timedOut = new Promise<T>((resolve) => {
    timer = host.setTimer(() => resolve(instead), timeoutMs);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    host.clearTimer(timer);
  }
}

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
    // A timer can fire a millisecond early, or be only one link of the chain.
    const fire = () => (this.#host.nowMs() < atMs ? this.set(atMs) : this.#onDue());
    const waitMs = Math.max(0, Math.ceil(atMs - this.#host.nowMs()));
    this.#timer = this.#host.setTimer(fire, Math.min(waitMs, TIMER_MAX_MS));
  }

  cancel(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
