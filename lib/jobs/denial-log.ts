import { writeApart } from '@/lib/ports/write-apart';
import type { Denial } from '@/lib/services/access/access-log';

/** Denials are written on this period, so the time of a write does not depend on a request. */
const WRITE_EVERY_MS = 1_000;
/** More than the pages can cause in that time; reached only while the database cannot write. */
const WAITING_MAX = 1_000;

/** After so many refusals by the database that concern it alone, a denial is dropped. */
const TRIES_MAX = 5;

type Options = {
  /** Writes all of them or, if it rejects, none. */
  readonly write: (denials: readonly Denial[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

type Waiting = { readonly denial: Denial; readonly tries: number };

/**
 * Records denials after their responses, so that response times do not reveal what belongs to others. A crash loses
 * those of the last second; beyond WAITING_MAX the newest are dropped.
 */
export class DenialLog {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #waiting: Waiting[] = [];
  #written: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#writeAll(), WRITE_EVERY_MS).unref();
  }

  note(denial: Denial): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push({ denial, tries: 0 });
  }

  /** Tries to write the rest. */
  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#writeAll();
  }

  /** One write at a time; after an error the denials wait for the next one. */
  #writeAll(): Promise<void> {
    this.#written = this.#written.then(async () => {
      const denials = this.#waiting;
      if (denials.length === 0) return;
      this.#waiting = [];
      try {
        const write = (some: readonly Waiting[]) => this.#options.write(some.map(({ denial }) => denial));
        for (const { item, error } of await writeApart(denials, write)) {
          const tries = item.tries + 1;
          if (tries < TRIES_MAX) this.#waiting.push({ ...item, tries });
          this.#options.onError(error);
        }
      } catch (error) {
        this.#waiting = [...denials, ...this.#waiting].slice(0, WAITING_MAX);
        this.#options.onError(error);
      }
    });
    return this.#written;
  }
}
