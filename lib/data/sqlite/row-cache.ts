import type { Account } from '@/lib/domain/account';
import type { Snapshot } from '@/lib/ports/store';
import type { FoundRow } from './statements';

/** A body can take long to arrive; after this time the row is read again. */
const CACHED_MAX_MS = 500;

/** The result of `find`, with what it read. */
export class FoundSnapshot implements Snapshot {
  readonly readAt = performance.now();

  /** `dataVersion`: the database's data version at some time before the row was read. */
  constructor(
    readonly account: Account,
    readonly nowMs: number,
    readonly row: FoundRow,
    readonly stored: Account,
    readonly dataVersion: number,
  ) {}
}

/**
 * Tells whether a row that `find` read is still current, to save calls a second read: no other connection has committed
 * since (the data version shows that), and this one has not written to that bot.
 */
export class RowCache {
  /** Bots written to within the last CACHED_MAX_MS to twice CACHED_MAX_MS. */
  #written = new Set<string>();
  #writtenBefore = new Set<string>();
  #droppedAt = performance.now();

  noteWrite(botId: string): void {
    this.#dropOldWrites(performance.now());
    this.#written.add(botId);
  }

  /** The snapshot, or `null` if its row may have changed before a transaction at `dataVersion`. */
  current(snapshot: Snapshot | undefined, dataVersion: number): FoundSnapshot | null {
    if (!(snapshot instanceof FoundSnapshot) || snapshot.dataVersion !== dataVersion) return null;
    const { id } = snapshot.row;
    const isOld = performance.now() - snapshot.readAt > CACHED_MAX_MS;
    return isOld || this.#written.has(id) || this.#writtenBefore.has(id) ? null : snapshot;
  }

  #dropOldWrites(now: number): void {
    if (now - this.#droppedAt <= CACHED_MAX_MS) return;
    this.#droppedAt = now;
    this.#writtenBefore = this.#written;
    this.#written = new Set();
  }
}
