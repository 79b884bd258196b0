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
