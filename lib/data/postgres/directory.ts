import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Directory, Tables } from '@/lib/services/ports';
import type { Schema } from '../schema';
import { tablesOn } from '../tables/tables';
import { asFault } from './faults';
import { soundConnections } from './sound-connections';
import { CLOCK } from './statements';

/** Taken by every write here: what a service has checked, such as who is the last admin, then stays so until it is done. */
const WRITER_LOCK = 0x77_72_69_74;

/** The directory on PostgreSQL; the database's clock is the clock. */
export class PostgresDirectory implements Directory {
  readonly #db: Kysely<Schema>;

  constructor(pool: Pool) {
    this.#db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: soundConnections(pool) }) });
  }

  async read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    try {
      return await work(tablesOn(this.#db), await clock(this.#db));
    } catch (error) {
      throw asFault(error);
    }
  }

  async write<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R> {
    try {
      return await this.#db.transaction().execute(async (trx) => {
        await sql`SELECT pg_advisory_xact_lock(${sql.lit(WRITER_LOCK)})`.execute(trx);
        return work(tablesOn(trx), await clock(trx));
      });
    } catch (error) {
      throw asFault(error);
    }
  }

  /** Closes the pool too. */
  close(): Promise<void> {
    return this.#db.destroy();
  }
}

async function clock(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ now_ms: number }>`SELECT ${sql.raw(CLOCK)} AS now_ms`.execute(db);
  return Number(rows[0]?.now_ms);
}
