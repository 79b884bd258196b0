import { Mutex } from 'async-mutex';
import { isBusy } from './storage-errors';

/** How long to wait for another process's write lock before a call gets 503. */
const BUSY_WAIT_MS = 4_000;
const BUSY_RETRY_MS = 2;

/** The lock among the writers of this process; `begin` also waits for those of other processes. */
export class WriteLock extends Mutex {
  /** Whether a wait for another process was given up and no transaction has begun since. */
  #isGivenUp = false;

  /**
   * Begins a write transaction: `begin` is repeated while another process holds SQLite's lock, without blocking the event
   * loop as SQLite's busy handler would. `requestedAt` (`performance.now()`) is when the caller started to wait: time spent
   * in a queue counts. After a wait of 4 s was in vain, later ones get one try each until one succeeds: a request that
   * waits behind others would otherwise wait 4 s more for each of them.
   */
  async begin(begin: () => void, requestedAt = performance.now()): Promise<void> {
    for (;;) {
      try {
        begin();
        this.#isGivenUp = false;
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (this.#isGivenUp || performance.now() >= requestedAt + BUSY_WAIT_MS) {
          this.#isGivenUp = true;
          throw error;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
  }
}
