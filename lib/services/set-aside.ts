import { RETRIES_MS } from '@/lib/domain/alerts/delivery';
import { isDatabaseUnavailable } from '@/lib/ports/storage-unavailable';

/** Beyond this many, the ones that were set aside first are tried again. */
const ITEMS_MAX = 1_000;

type Item = { readonly failures: number; readonly fromMs: number; readonly untilMs: number };

/**
 * Quarantine: items the database rejects while it is otherwise healthy. They are left out for the waits of RETRIES_MS, then
 * until this process ends, so that they stop nothing else. Other processes try them for themselves.
 */
export class SetAside {
  readonly #items = new Map<string, Item>();
  readonly #report: (error: unknown) => void;
  #nowMs = 0;

  /** `report` is called for each failure; without it, `add` throws the error. */
  constructor(report: (error: unknown) => void = rethrow) {
    this.#report = report;
  }

  /** The items that are not to be tried at `nowMs`, by the clock of the database. */
  ids(nowMs: number): string[] {
    this.#nowMs = nowMs;
    return [...this.#items.keys()].filter((id) => this.has(id));
  }

  /** Whether an item is not to be tried at the time of the last `ids`. */
  has(id: string): boolean {
    const item = this.#items.get(id);
    // A later time, as after a clock step back, does not count.
    return item !== undefined && item.fromMs <= this.#nowMs && this.#nowMs < item.untilMs;
  }

  /** Leaves an item out for longer each time. Throws if the database was unavailable: then it is not the item. */
  add(id: string, error: unknown): void {
    if (isDatabaseUnavailable(error)) throw error;
    const failures = (this.#items.get(id)?.failures ?? 0) + 1;
    this.#put(id, failures, RETRIES_MS[failures - 1] ?? Number.POSITIVE_INFINITY);
    this.#report(error);
  }

  /** Leaves an item out for `ms`; this is no failure of it. */
  pause(id: string, ms: number): void {
    this.#put(id, this.#items.get(id)?.failures ?? 0, ms);
  }

  /** Its next failure counts as its first. */
  forget(id: string): void {
    this.#items.delete(id);
  }

  /** Runs a write for one item, and sets the item aside if that fails. */
  async attempt(id: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
      this.forget(id);
    } catch (error) {
      this.add(id, error);
    }
  }

  #put(id: string, failures: number, ms: number): void {
    this.#items.delete(id);
    this.#items.set(id, { failures, fromMs: this.#nowMs, untilMs: this.#nowMs + ms });
    const [first] = this.#items.keys();
    if (this.#items.size > ITEMS_MAX && first !== undefined) this.#items.delete(first);
  }
}

function rethrow(error: unknown): never {
  throw error;
}
