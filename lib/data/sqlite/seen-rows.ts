import type { Account } from '@/lib/domain/account';
import type { Snapshot } from '@/lib/services/ports';
import type { FoundRow } from './statements';

/** A body can take its time to arrive; after so long a row is read anew. */
const SEEN_MAX_MS = 500;

/** A row as read, its account, and the data version from before it was read. */
export type Seen = { readonly row: FoundRow; readonly account: Account; readonly dataVersion: number };

/**
 * What `find` read for the calls under way. It saves a call its second read as long as nothing can have changed the row:
 * no other connection has committed (the data version tells), and this one has not written to that bot.
 */
export class SeenRows {
  readonly #seen = new WeakMap<Snapshot, Seen & { readonly at: number }>();
  /** Bots written to in the last SEEN_MAX_MS at least, and at most about twice that. */
  #written = new Set<string>();
  #writtenBefore = new Set<string>();
  #turnedAt = performance.now();

  remember(snapshot: Snapshot, seen: Seen): void {
    this.#seen.set(snapshot, { ...seen, at: performance.now() });
  }

  noteWrite(botId: string): void {
    this.#turn(performance.now());
    this.#written.add(botId);
  }

  /** What was seen, or `null` when it may not stand any more in a transaction at `dataVersion`. */
  recall(snapshot: Snapshot | undefined, dataVersion: number): Seen | null {
    const seen = snapshot && this.#seen.get(snapshot);
    if (seen === undefined || seen.dataVersion !== dataVersion) return null;
    const { id } = seen.row;
    const isOld = performance.now() - seen.at > SEEN_MAX_MS;
    return isOld || this.#written.has(id) || this.#writtenBefore.has(id) ? null : seen;
  }

  #turn(now: number): void {
    if (now - this.#turnedAt <= SEEN_MAX_MS) return;
    this.#turnedAt = now;
    this.#writtenBefore = this.#written;
    this.#written = new Set();
  }
}
