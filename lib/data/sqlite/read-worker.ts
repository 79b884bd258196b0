import {
  type DatabaseConnection,
  type Driver,
  SqliteDialect as KyselySqliteDialect,
  type QueryResult,
} from 'kysely';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { RequestThread } from '@/lib/threads/request-thread';
import { SqliteError } from './driver.mjs';

type Request =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'checkpoint'; readonly mode: 'PASSIVE' | 'FULL'; readonly descriptor?: number }
  | { readonly kind: 'vacuum' };

/** The result of `PRAGMA wal_checkpoint`: frames in the WAL, and how many of them are in the database file. */
export type WalState = { readonly busy: number; readonly log: number; readonly checkpointed: number };

/**
 * A thread with its own connections, for what would block the main thread for long: reads, checkpoints and copies.
 * It runs one request at a time, in their order, and starts with the first: most CLI commands need none.
 */
export class ReadWorker {
  readonly #thread: RequestThread<Request, unknown[]>;
  #lastOfHistory: Promise<unknown> = Promise.resolve();
  #queriesWaitFor: Promise<unknown> | null = null;

  constructor(file: string) {
    this.#thread = new RequestThread({
      program: 'lib/data/sqlite/read-worker-thread.mjs',
      workerData: { file },
      toError: ({ message, code }) =>
        code === undefined ? new Error(message) : new SqliteError(message, code),
      closed: () => new StorageUnavailable('The database is closed.'),
      failed: (cause) => new StorageUnavailable('The read worker has ended.', { cause }),
    });
  }

  readonly query = async (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
    if (this.#queriesWaitFor !== null) await this.#queriesWaitFor;
    return this.#thread.request({ kind: 'query', sql, parameters });
  };

  /** One at a time, so that a checkpoint or another query waits for one of them at most. */
  readonly queryHistory: ReadWorker['query'] = (sql, parameters) => {
    const result = this.#lastOfHistory.then(() => this.query(sql, parameters));
    // Its caller gets the error; the next query waits for the end alone.
    this.#lastOfHistory = result.catch(() => {});
    return result;
  };

  /** Runs a checkpoint, then syncs the file `descriptor`. Rejects if either fails. */
  async checkpoint(mode: 'PASSIVE' | 'FULL', descriptor?: number): Promise<WalState> {
    const [state] = await this.#thread.request({ kind: 'checkpoint', mode, descriptor });
    return state as WalState;
  }

  /** Writes the rows that stay anew. */
  async vacuum(): Promise<void> {
    await this.#thread.request({ kind: 'vacuum' });
  }

  /** Runs `work`; queries that are requested from now on wait for its end. */
  async beforeQueries<R>(work: () => Promise<R>): Promise<R> {
    const result = work();
    // The error is thrown below; queries wait for the end alone.
    this.#queriesWaitFor = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.#queriesWaitFor = null;
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

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
