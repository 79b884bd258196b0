import type { Database } from 'better-sqlite3';
import { Kysely } from 'kysely';
import { type Directory, StorageUnavailable, type Tables } from '@/lib/services/ports';
import type { Schema } from '../schema';
import { tablesOn } from '../tables/tables';
import { AsideDialect } from './aside';
import { SqliteDialect } from './dialect';
import { asFault } from './faults';
import type { WriteLock } from './write-lock';

/** The directory on the embedded database, over a connection of its own. */
export class SqliteDirectory implements Directory {
  readonly #db: Kysely<Schema>;
  readonly #aside: Kysely<Schema>;
  readonly #lock: WriteLock;
  readonly #clock: () => number;
  /** When the write whose turn it is asked for it. */
  #askedAt = 0;
  #isClosed = false;

  constructor(database: Database, lock: WriteLock, clock: () => number) {
    this.#db = new Kysely<Schema>({ dialect: new SqliteDialect(database, () => this.#askedAt) });
    this.#aside = new Kysely<Schema>({ dialect: new AsideDialect(database.name) });
    this.#lock = lock;
    this.#clock = clock;
  }

  async read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    try {
      return await work(tablesOn(this.#db, this.#aside), this.#clock());
    } catch (error) {
      throw asFault(error);
    }
  }

  async write<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    const askedAt = performance.now();
    try {
      return await this.#lock.run(() => {
        if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
        this.#askedAt = askedAt;
        return this.#db.transaction().execute((trx) => work(tablesOn(trx), this.#clock()));
      });
    } catch (error) {
      throw asFault(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lock.run(() => {});
    await this.#aside.destroy();
    await this.#db.destroy();
  }
}
