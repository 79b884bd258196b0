import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeApart } from '@/lib/ports/write-apart';
import { warnOfRow } from './warn-of-row';

/** How often the times are written, besides on close (contract sections 7 and 8: accurate to a minute). */
const FLUSH_EVERY_MS = 20_000;
/** The most times in one write: calls wait for a write to end. */
const GROUP_MAX = 25;
/** On close no call waits, and larger writes take less time. */
const GROUP_MAX_ON_CLOSE = 1_000;
/** After so many refusals by the database that concern it alone, a time is dropped. */
const TRIES_MAX = 5;

/** The latest time of each id. */
export type Times = readonly (readonly [id: string, atMs: number])[];

/** Buffers the latest time of each id, as when a key was last used, and writes it periodically, off the hot path. */
export class TimeBuffer {
  readonly #latest = new Map<string, number>();
  /** How often the database has refused the time of an id. */
  readonly #refused = new Map<string, number>();
  readonly #table: string;
  readonly #write: (times: Times) => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #groupMax = GROUP_MAX;
  #flushing: Promise<void> | null = null;

  /** `write` gets at most 25 times of rows of `table`, on close at most 1 000. */
  constructor(table: string, write: (times: Times) => Promise<void>) {
    this.#table = table;
    this.#write = write;
    // After a failed write the times stay buffered for the next one.
    this.#timer = setInterval(() => void this.#flush().catch(() => {}), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  note(id: string, atMs: number): void {
    this.#latest.set(id, atMs);
  }

  /** The time of an id that is not written yet; `null` if there is none. */
  find(id: string): number | null {
    return this.#latest.get(id) ?? null;
  }

  /** Stops the timer and tries to write the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#groupMax = GROUP_MAX_ON_CLOSE;
    // What cannot be written now is lost with the process: a time of use, accurate to a minute, and no call.
    await this.#flushing?.catch(() => {});
    await this.#flush().catch(() => {});
  }

  #flush(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Writes in groups with a turn of the event loop between them, so that no call waits for all. */
  async #writeAll(): Promise<void> {
    const all = [...this.#latest];
    for (let from = 0; from < all.length; ) {
      if (from > 0) await nextTurn();
      const times = all.slice(from, from + this.#groupMax);
      from += times.length;
      const refused = await writeApart(times, this.#write);
      const kept = new Set(refused.map(({ item: [id] }) => id).filter((id) => this.#isKept(id)));
      for (const [id, atMs] of times) {
        if (kept.has(id)) continue;
        this.#refused.delete(id);
        if (this.#latest.get(id) === atMs) this.#latest.delete(id);
      }
    }
  }

  /** Notes that the database refuses the time of a row; returns whether it is tried again with the next ones. */
  #isKept(id: string): boolean {
    warnOfRow(this.#table, id, 'could not be given a time: the database refuses it.');
    const tries = (this.#refused.get(id) ?? 0) + 1;
    this.#refused.set(id, tries);
    return tries < TRIES_MAX;
  }
}

/** An account with the heartbeat that is not written yet, so that its own instance sees it at once. */
export function withHeartbeat<
  A extends { readonly botId: string; readonly lastHeartbeatAtMs: number | null },
>(account: A, heartbeats: TimeBuffer): A {
  const atMs = heartbeats.find(account.botId);
  if (atMs === null) return account;
  return { ...account, lastHeartbeatAtMs: Math.max(atMs, account.lastHeartbeatAtMs ?? atMs) };
}
