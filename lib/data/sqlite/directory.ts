import { Kysely } from 'kysely';
import { HISTORY_READS, type ReadSlot, type ReadTurn } from '@/lib/ports/fair-reads';
import type { Directory, History, Lock, Tables } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { asWrite, notifyOfEvents, refuseInsideWrite } from '../inside-write';
import { ReadQueue } from '../read-queue';
import type { Schema } from '../schema';
import { events } from '../tables/events';
import { stoppable } from '../tables/history';
import { tablesOn } from '../tables/tables';
import { SqliteDialect } from './dialect';
import type { Database } from './driver.mjs';
import { ReadWorker, ReadWorkerDialect } from './read-worker';
import { toStorageError } from './storage-errors';
import type { WriteLock } from './write-lock';

/** The directory on the embedded database, with a connection of its own for writes. */
export class SqliteDirectory implements Directory {
  readonly #database: Database;
  readonly #db: Kysely<Schema>;
  /** Outside of transactions. */
  readonly #tables: Tables;
  readonly #reads: ReadQueue;
  readonly #worker: ReadWorker;
  readonly #lock: WriteLock;
  readonly #clock: () => number;
  readonly #onEvents: () => void;
  readonly #onCommit: () => void;
  readonly #requireInPlace: () => void;
  /** When the current write was requested, by `performance.now()`. */
  #requestedAt = 0;
  #isClosed = false;

  /**
   * `reads` is another connection, on which no transaction stays open across turns of the event loop, as the store's.
   * `onEvents` is called after a commit with events, `onCommit` after every one; they must not throw. `requireInPlace`
   * throws if the database's files are gone. At most `historyReads` reads of histories run at a time. Closes `database` and `worker`.
   */
  constructor(
    database: Database,
    reads: Database,
    lock: WriteLock,
    clock: () => number,
    onEvents = () => {},
    worker = new ReadWorker(database.name),
    onCommit = () => {},
    requireInPlace = () => {},
    historyReads: number = HISTORY_READS.sqlite,
  ) {
    this.#reads = new ReadQueue(historyReads);
    this.#requireInPlace = requireInPlace;
    this.#database = database;
    this.#onEvents = onEvents;
    this.#db = new Kysely<Schema>({ dialect: new SqliteDialect(database, lock, () => this.#requestedAt) });
    // Kysely has one connection: a write that waits for another process would hold up these reads too.
    const fast = new Kysely<Schema>({ dialect: new SqliteDialect(reads, lock) });
    const slowReads = new Kysely<Schema>({ dialect: new ReadWorkerDialect(worker.query) });
    const slow = new Kysely<Schema>({ dialect: new ReadWorkerDialect(worker.queryHistory) });
    this.#tables = tablesOn(fast, slowReads, undefined, { fast, slow });
    this.#lock = lock;
    this.#clock = clock;
    this.#worker = worker;
    this.#onCommit = onCommit;
  }

  async read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    refuseInsideWrite();
    try {
      this.#requireInPlace();
      return await work(this.#tables, this.#clock());
    } catch (error) {
      throw toStorageError(error);
    }
  }

  atOneTime(): Directory {
    const atMs = this.#clock();
    return {
      read: (work) => this.read((tables) => work(tables, atMs)),
      atOneTime: () => this.atOneTime(),
      readHistory: (turn, work) => this.readHistory(turn, work),
      write: (locks, work) => this.write(locks, work),
    };
  }

  readHistory<R>(turn: ReadTurn, work: (history: History, slot: ReadSlot) => Promise<R>): Promise<R> {
    return this.#reads.run(turn, (slot) =>
      this.read(({ history }) => work(stoppable(history, turn.signal), slot)),
    );
  }

  /** One write at a time, whatever it locks: SQLite has room for one. */
  async write<R>(_locks: readonly Lock[], work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    const requestedAt = performance.now();
    const transaction = (noteEvent: () => void) => {
      if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
      this.#requireInPlace();
      this.#requestedAt = requestedAt;
      return this.#db
        .transaction()
        .execute((trx) => work({ ...tablesOn(trx), events: events(trx, noteEvent) }, this.#clock()));
    };
    try {
      const result = await notifyOfEvents(this.#onEvents, (noteEvent) =>
        asWrite(() => this.#lock.runExclusive(() => transaction(noteEvent))),
      );
      this.#onCommit();
      return result;
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Closes the connection, which Kysely would leave open if no query went through it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lock.runExclusive(() => {});
    await this.#worker.close();
    this.#database.close();
  }
}
