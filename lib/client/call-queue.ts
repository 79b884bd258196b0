/** The most calls that may run or wait, for bots that do not await their calls. */
export const QUEUED_CALLS_MAX = 16;

/** Runs one call at a time, in order: of two simultaneous reports one would be refused. */
export class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** The result of `call`; `null` at once if `max` calls are running or queued. */
  async run<T>(call: () => Promise<T>, max: number): Promise<T | null> {
    if (this.#count >= max) return null;
    this.#count += 1;
    const turn = this.#last.then(call).finally(() => {
      this.#count -= 1;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
