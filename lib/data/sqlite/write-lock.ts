import { Mutex } from 'async-mutex';
import { isBusy } from './storage-errors';

/** How long to wait for another process's write lock before a call gets 503. */
const BUSY_WAIT_MS = 4_000;
const BUSY_RETRY_MS = 2;
/** How long a wait in vain tells that the next one would be so too. */
const GIVEN_UP_MS = 1_000;

/** The lock among the writers of this process; `begin` also waits for those of other processes. */
export class WriteLock extends Mutex {
  /** When a wait for another process was given up last, if no transaction has begun since. */
  #givenUpAt = Number.NEGATIVE_INFINITY;

  /**
   * Begins a write transaction: `begin` is repeated while another process holds SQLite's lock, without blocking the event
   * loop as SQLite's busy handler would. `requestedAt` (`performance.now()`) is when the caller started to wait: time spent
   * in a queue counts. For a second after a wait of 4 s, or such a try, was in vain, each gets one try until one succeeds: a
   * request that waits behind others would otherwise wait 4 s more for each of them.
   */
  async begin(begin: () => void, requestedAt = performance.now()): Promise<void> {
    for (;;) {
      try {
        begin();
        this.#givenUpAt = Number.NEGATIVE_INFINITY;
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const nowMs = performance.now();
        if (nowMs < this.#givenUpAt + GIVEN_UP_MS || nowMs >= requestedAt + BUSY_WAIT_MS) {
          this.#givenUpAt = nowMs;
          throw error;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
  }
}
