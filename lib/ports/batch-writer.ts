import { writeApart } from './write-apart';

/** After so many refusals by the database that concern it alone, an item is dropped. */
const TRIES_MAX = 5;

export type BatchOptions<T> = {
  /** Items with the same key are merged. */
  readonly keyOf: (item: T) => string;
  readonly merge: (earlier: T, later: T) => T;
  /** The most items that wait; of more, the newest are dropped. */
  readonly max?: number;
  /** Items per transaction, which then takes a few milliseconds; calls run in between. */
  readonly atOnce: number;
  /** On close no call waits, and larger writes take less time. */
  readonly atOnceOnClose?: number;
  /** Writes all of them or, if it rejects, none. */
  readonly write: (items: readonly T[]) => Promise<unknown>;
  /** Called each time that the database refuses an item, although it works. */
  readonly onRefused: (error: unknown, item: T) => void;
  /** Starts what writes the items from time to time; without it, only `flush` does. */
  readonly timer?: (write: () => void) => NodeJS.Timeout;
  /** Called if the database is unavailable, but not by `flush`. */
  readonly onUnavailable?: (error: unknown) => void;
};

type Waiting<T> = { readonly item: T; readonly tries: number };

/**
 * Collects items in memory and writes them together, off the hot path. A crash loses those that wait. What cannot be written is
 * kept for the next write (after `close` it is lost with the process), and an item that the database refuses stops no other.
 */
export class BatchWriter<T> {
  readonly #options: BatchOptions<T>;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<string, Waiting<T>>();
  /** Those of the write that is under way. */
  #writing = new Map<string, Waiting<T>>();
  #written: Promise<void> = Promise.resolve();

  constructor(options: BatchOptions<T>) {
    this.#options = options;
    this.#timer = options.timer?.(() => void this.#flushQuietly(options.atOnce));
  }

  /** Takes about a microsecond. */
  note(item: T): void {
    const key = this.#options.keyOf(item);
    const earlier = this.#waiting.get(key);
    if (earlier === undefined) this.#add(key, { item, tries: 0 });
    else this.#waiting.set(key, { ...earlier, item: this.#options.merge(earlier.item, item) });
  }

  /** The item of a key that is not written yet. */
  find(key: string): T | undefined {
    return (this.#waiting.get(key) ?? this.#writing.get(key))?.item;
  }

  /** Writes what waits, after the write that is under way. Rejects if the database is unavailable. */
  flush(atOnce = this.#options.atOnce): Promise<void> {
    const flushed = this.#written.then(() => this.#writeAll(atOnce));
    // The caller gets the error.
    this.#written = flushed.catch(() => {});
    return flushed;
  }

  /** Stops the timer and tries to write the rest. */
  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#flushQuietly(this.#options.atOnceOnClose ?? this.#options.atOnce);
  }

  #flushQuietly(atOnce: number): Promise<void> {
    return this.flush(atOnce).catch((error) => this.#options.onUnavailable?.(error));
  }

  #add(key: string, waiting: Waiting<T>): void {
    if (this.#waiting.size < (this.#options.max ?? Number.POSITIVE_INFINITY)) this.#waiting.set(key, waiting);
  }

  /** Keeps an item that was not written, merged with what was noted since. */
  #putBack(key: string, { item, tries }: Waiting<T>): void {
    const later = this.#waiting.get(key);
    if (later === undefined) this.#add(key, { item, tries });
    else this.#waiting.set(key, { item: this.#options.merge(item, later.item), tries });
  }

  async #writeAll(atOnce: number): Promise<void> {
    this.#writing = new Map(this.#waiting);
    this.#waiting.clear();
    const all = [...this.#writing];
    try {
      for (let from = 0; from < all.length; from += atOnce) {
        // Calls are answered in between.
        if (from > 0) await new Promise((resolve) => setImmediate(resolve));
        await this.#writeSome(all.slice(from, from + atOnce));
      }
    } finally {
      for (const [key, waiting] of this.#writing) this.#putBack(key, waiting);
      this.#writing.clear();
    }
  }

  async #writeSome(some: readonly (readonly [string, Waiting<T>])[]): Promise<void> {
    const refused = await writeApart(some, (part) => this.#options.write(part.map(([, { item }]) => item)));
    for (const [key] of some) this.#writing.delete(key);
    for (const {
      item: [key, { item, tries }],
      error,
    } of refused) {
      if (tries + 1 < TRIES_MAX) this.#putBack(key, { item, tries: tries + 1 });
      this.#options.onRefused(error, item);
    }
  }
}
