/** Lets one writer of this process at a time to the database: SQLite has room for one, and waiting here costs nothing. */
export class WriteLock {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all that came before is done. Its outcome is the caller's alone. */
  run<R>(work: () => R | Promise<R>): Promise<R> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => {});
    return turn;
  }
}
