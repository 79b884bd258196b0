import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Directory, Lock, Tables } from '@/lib/ports/directory';
import { asWrite, refuseInsideWrite } from '../inside-write';
import { notifyOfEvents } from '../notify-of-events';
import type { Schema } from '../schema';
import { events } from '../tables/events';
import { tablesOn } from '../tables/tables';
import { evictBrokenClients } from './evict-broken-clients';
import { indexReads } from './index-reads';
import { takeLocks } from './locks';
import { retried } from './retry';
import { CLOCK } from './statements';
import { toStorageError } from './storage-errors';

const OWN_SQL = {
  /** Skips rows locked by another write; a later run of the job handles them. */
  unlockedRows: sql`FOR UPDATE SKIP LOCKED`,
  databaseBytes: sql<number>`pg_database_size(current_database())`,
};

/**
 * The directory on PostgreSQL, by the database's clock. A write holds advisory locks on the given names, so that what
 * a service has checked stays true until commit while unrelated writes continue.
 */
export class PostgresDirectory implements Directory {
  readonly #pool: Pool;
  readonly #db: Kysely<Schema>;
  /** Outside of transactions. */
  readonly #tables: Tables;
  readonly #onEvents: () => void;

  /** `onEvents` is called after a commit with events. */
  constructor(pool: Pool, onEvents = () => {}) {
    this.#pool = pool;
    this.#onEvents = onEvents;
    const safePool = evictBrokenClients(pool);
    this.#db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: safePool }) });
    const histories = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: indexReads(safePool) }) });
    this.#tables = tablesOn(this.#db, this.#db, OWN_SQL, { fast: histories, slow: histories });
  }

  async read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    refuseInsideWrite();
    try {
      return await work(this.#tables, await clock(this.#db));
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async write<R>(locks: readonly Lock[], work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    const transaction = (noteEvent: () => void) =>
      this.#db.transaction().execute(async (trx) => {
        await takeLocks(trx, locks);
        const tables = { ...tablesOn(trx, trx, OWN_SQL), events: events(trx, noteEvent) };
        return work(tables, await clock(trx));
      });
    try {
      return await notifyOfEvents(this.#onEvents, (noteEvent) =>
        asWrite(() => retried(() => transaction(noteEvent))),
      );
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Closes the pool, which Kysely would leave open if no query went through it. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

async function clock(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ now_ms: number }>`SELECT ${sql.raw(CLOCK)} AS now_ms`.execute(db);
  return Number(rows[0]?.now_ms);
}
