import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { HISTORY_READS, type ReadSlot, type ReadTurn } from '@/lib/ports/fair-reads';
import type { Directory, History, Lock, Tables } from '@/lib/ports/ports';
import { asWrite, notifyOfEvents, refuseInsideWrite } from '../inside-write';
import { ReadQueue } from '../read-queue';
import type { Schema } from '../schema';
import { events } from '../tables/events';
import { history, stoppable } from '../tables/history';
import { type OwnSql, tablesOn } from '../tables/tables';
import { evictBrokenClients } from './evict-broken-clients';
import { indexReads } from './index-reads';
import { bytesSql } from './spread';
import { CLOCK } from './statements';
import { retried, toStorageError } from './storage-errors';

const OWN_SQL: OwnSql = {
  /** Skips rows locked by another write; a later run of the job handles them. */
  unlockedRows: sql`FOR UPDATE SKIP LOCKED`,
  greatest: sql`greatest`,
  least: sql`least`,
  lockedRow: sql`FOR UPDATE`,
  withoutSync: sql`, set_config('synchronous_commit', 'off', true)`,
  databaseBytes: sql.raw<number>(bytesSql(false)),
};

/** Where the bots are spread over a Citus cluster. */
const SPREAD_SQL: OwnSql = {
  ...OWN_SQL,
  databaseBytes: sql.raw<number>(bytesSql(true)),
  isSpread: true,
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
  readonly #ownSql: OwnSql;

  readonly #readsPool: Pool;
  readonly #reads: ReadQueue;

  /** `onEvents` is called after a commit with events. Reads of histories use `readsPool`. */
  constructor(pool: Pool, onEvents = () => {}, readsPool = pool, isSpread = false) {
    this.#pool = pool;
    this.#readsPool = readsPool;
    this.#reads = new ReadQueue(Math.min(HISTORY_READS.postgres, readsPool.options.max));
    this.#onEvents = onEvents;
    this.#ownSql = isSpread ? SPREAD_SQL : OWN_SQL;
    // Half of the connections stay for the calls of bots, however many pages are requested.
    const half = Math.max(1, Math.floor(pool.options.max / 2));
    const safePool = evictBrokenClients(pool, half, isSpread ? 'on a cluster' : 'on one server');
    this.#db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: safePool }) });
    const pools = indexReads(evictBrokenClients(readsPool));
    const histories = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pools }) });
    this.#tables = tablesOn(this.#db, this.#db, this.#ownSql, { fast: histories, slow: histories });
  }

  async read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    refuseInsideWrite();
    return work(this.#tables, await clock(this.#db));
  }

  atOneTime(): Directory {
    let atMs: Promise<number> | undefined;
    return {
      read: async (work) => {
        refuseInsideWrite();
        atMs ??= clock(this.#db);
        return work(this.#tables, await atMs);
      },
      atOneTime: () => this.atOneTime(),
      readHistory: (turn, work) => this.readHistory(turn, work),
      write: (locks, work) => this.write(locks, work),
    };
  }

  readHistory<R>(turn: ReadTurn, work: (history: History, slot: ReadSlot) => Promise<R>): Promise<R> {
    const run = (slot: ReadSlot) =>
      new Promise<R>((resolve, reject) => {
        refuseInsideWrite();
        const fail = (error: unknown) => reject(toStorageError(error));
        const { signal } = turn;
        const cancel = (pid: number) => this.#pool.query('SELECT pg_cancel_backend($1)', [pid]);
        const pool = indexReads(evictBrokenClients(this.#readsPool), { signal, cancel });
        const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
        // One transaction for all of it, which ends with the slot: the next read needs the connection.
        const read = (one: Kysely<Schema>) =>
          new Promise<void>((end) => {
            const found = history(this.#db, this.#db, { fast: one, slow: one }, this.#ownSql.isSpread);
            const release = () => {
              slot.release();
              end();
            };
            work(stoppable(found, signal), { ...slot, release })
              .then(resolve, fail)
              .finally(end);
          });
        db.connection().execute(read).catch(fail);
      });
    return this.#reads.run(turn, run);
  }

  async write<R>(locks: readonly Lock[], work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    const transaction = (noteEvent: () => void) =>
      this.#db.transaction().execute(async (trx) => {
        const nowMs = await takeLocks(trx, locks);
        const tables = { ...tablesOn(trx, trx, this.#ownSql), events: events(trx, noteEvent) };
        return work(tables, nowMs);
      });
    return notifyOfEvents(this.#onEvents, (noteEvent) =>
      asWrite(() => retried(() => transaction(noteEvent))),
    );
  }

  /** Closes the pools, which Kysely would leave open if no query went through them. */
  async close(): Promise<void> {
    if (this.#readsPool !== this.#pool) await this.#readsPool.end();
    await this.#pool.end();
  }
}

async function clock(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ now_ms: number }>`SELECT ${sql.raw(CLOCK)} AS now_ms`.execute(db);
  return Number(rows[0]?.now_ms);
}

/**
 * Versions up to 0.1 take this lock exclusively for every write. Newer ones share it, which excludes old instances
 * during an upgrade.
 */
const EVERY_WRITE = 0x77_72_69_74n;

/**
 * Acquires all locks until the end of the transaction, always in the same order, so that writes cannot deadlock. Returns
 * the database's time after the last lock, so that a write does not ask for it in a statement of its own.
 */
async function takeLocks(db: Kysely<Schema>, locks: readonly Lock[]): Promise<number> {
  const isShared = new Map<bigint, boolean>();
  for (const lock of locks) {
    const key = keyOf(lock.name);
    isShared.set(key, lock.isShared && isShared.get(key) !== false);
  }
  const ordered = [...isShared].sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = [EVERY_WRITE, ...ordered.map(([key]) => key)].map(String);
  const shares = [true, ...ordered.map(([, shares]) => shares)];
  // Rows are processed in the order of the arrays.
  const { rows } = await sql<{ now_ms: number }>`WITH locked AS MATERIALIZED (
      SELECT CASE WHEN is_shared THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END AS lock
      FROM unnest(${keys}::bigint[], ${shares}::boolean[]) AS wanted (key, is_shared)
    ), held AS MATERIALIZED (SELECT count(lock) FROM locked)
    SELECT ${sql.raw(CLOCK)} AS now_ms FROM held`.execute(db);
  return Number(rows[0]?.now_ms);
}

/** 64 bits of a digest. A collision would only make two writes wait for each other. */
const keyOf = (name: string): bigint => createHash('sha256').update(name).digest().readBigInt64BE();
