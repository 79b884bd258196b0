import { RowVersion } from './row-version';

/**
 * Lets one writer of this process at a time use the database. SQLite allows only one, and waiting here costs nothing.
 */
export class WriteLock {
  /** For the writers that hold the lock. */
  readonly rows = new RowVersion();
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work has settled. Rejects only for its own error. */
  run<R>(work: () => R | Promise<R>): Promise<R> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => {});
    return turn;
  }
}
