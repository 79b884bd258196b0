import {
  type DatabaseConnection,
  type Driver,
  SqliteDialect as KyselySqliteDialect,
  type QueryResult,
} from 'kysely';
import type { ReadWorker } from './read-worker';

/** Kysely's SQLite dialect for reads in the read worker. Who creates the worker closes it. */
export class ReadWorkerDialect extends KyselySqliteDialect {
  readonly #query: ReadWorker['query'];

  constructor(query: ReadWorker['query']) {
    super({ database: () => Promise.reject(new Error('The read worker opens the database itself.')) });
    this.#query = query;
  }

  override createDriver(): Driver {
    const connection: DatabaseConnection = {
      executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
        ({ rows: await this.#query(sql, parameters) }) as QueryResult<R>,
      streamQuery: () => {
        throw new Error('The read worker does not stream rows.');
      },
    };
    return {
      acquireConnection: async () => connection,
      beginTransaction: refuseTransaction,
      commitTransaction: refuseTransaction,
      rollbackTransaction: refuseTransaction,
      init: async () => {},
      releaseConnection: async () => {},
      destroy: async () => {},
    };
  }
}

async function refuseTransaction(): Promise<void> {
  throw new Error('The read worker has no transactions.');
}
