/** Given as the reason: without one, `abort` creates an error with a stack trace, which takes most of its time. */
export const NO_ERROR = null;

/** Tells a job that there is something to do before its period has passed. */
export class WakeSignal {
  #next = new AbortController();

  /** Costs next to nothing, so it may be called by every call. */
  readonly set = (): void => this.#next.abort(NO_ERROR);

  /** Aborted by the next `set`, or by one since the last `reset`. */
  get signal(): AbortSignal {
    return this.#next.signal;
  }

  /** What was set so far is being done. */
  reset(): void {
    if (this.#next.signal.aborted) this.#next = new AbortController();
  }
}
