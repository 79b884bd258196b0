/** Of calls under way and waiting together: what a bot that never awaits its calls may pile up. */
export const TURNS_MAX = 16;

/** One call at a time, in order: of two reports at once one would be refused. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** What `call` resolves to; `null` at once when `most` turns are taken. */
  async take<T>(call: () => Promise<T>, most: number): Promise<T | null> {
    if (this.#count >= most) return null;
    this.#count += 1;
    const turn = this.#last.then(call).finally(() => {
      this.#count -= 1;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
