import type { Account } from '@/lib/domain/account';
import type { Snapshot } from '@/lib/ports/store';
import type { FoundRow } from './statements';

/** A body can take long to arrive; after this time the row is read again. */
const CACHED_MAX_MS = 500;

/** A row, its account, and the database's data version before the read. */
export type CachedRow = { readonly row: FoundRow; readonly account: Account; readonly dataVersion: number };

/**
 * Keeps the rows that `find` read, to save calls a second read while nothing can have changed the row: no other
 * connection has committed (the data version shows that), and this one has not written to that bot.
 */
export class RowCache {
  readonly #rows = new WeakMap<Snapshot, CachedRow & { readonly at: number }>();
  /** Bots written to within the last CACHED_MAX_MS to twice CACHED_MAX_MS. */
  #written = new Set<string>();
  #writtenBefore = new Set<string>();
  #droppedAt = performance.now();

  remember(snapshot: Snapshot, cached: CachedRow): void {
    this.#rows.set(snapshot, { ...cached, at: performance.now() });
  }

  noteWrite(botId: string): void {
    this.#dropOldWrites(performance.now());
    this.#written.add(botId);
  }

  /** The cached row, or `null` if it may have changed before a transaction at `dataVersion`. */
  recall(snapshot: Snapshot | undefined, dataVersion: number): CachedRow | null {
    const cached = snapshot && this.#rows.get(snapshot);
    if (cached === undefined || cached.dataVersion !== dataVersion) return null;
    const { id } = cached.row;
    const isOld = performance.now() - cached.at > CACHED_MAX_MS;
    return isOld || this.#written.has(id) || this.#writtenBefore.has(id) ? null : cached;
  }

  #dropOldWrites(now: number): void {
    if (now - this.#droppedAt <= CACHED_MAX_MS) return;
    this.#droppedAt = now;
    this.#writtenBefore = this.#written;
    this.#written = new Set();
  }
}
