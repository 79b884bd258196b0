import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SqliteError } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect as KyselySqliteDialect,
  type QueryResult,
} from 'kysely';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';

type WorkerMessage = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly code?: string; readonly message: string }
);
type Pending = { resolve(rows: unknown[]): void; reject(error: Error): void };

/** Kysely's SQLite dialect for reads in a worker thread: on the main thread a long query would block every call. */
export class ReadWorkerDialect extends KyselySqliteDialect {
  readonly #file: string;

  constructor(file: string) {
    super({ database: () => Promise.reject(new Error('The read worker opens the database itself.')) });
    this.#file = file;
  }

  override createDriver(): Driver {
    return new ReadWorkerDriver(this.#file);
  }
}

/** Starts the worker with the first query, because most CLI commands need none. */
class ReadWorkerDriver implements Driver {
  readonly #file: string;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: (query) => this.#run(query),
      streamQuery: () => {
        throw new Error('The read worker does not stream rows.');
      },
    };
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;

  async destroy(): Promise<void> {
    await this.#worker?.terminate();
  }

  #run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve: (rows) => resolve({ rows: rows as R[] }), reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, sql, parameters });
    });
  }

  #start(): Worker {
    // Resolved from the project root: this code is part of several bundles.
    const program = join(process.cwd(), 'lib/data/sqlite/read-worker-thread.mjs');
    const worker = new Worker(program, { workerData: { file: this.#file } });
    // The worker does not keep the process alive.
    worker.unref();
    worker.on('message', (message: WorkerMessage) => {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if ('rows' in message) pending?.resolve(message.rows);
      else pending?.reject(errorOf(message));
    });
    worker.on('error', (error) => this.#rejectPending(worker, error));
    worker.on('exit', (code) => this.#rejectPending(worker, code));
    return worker;
  }

  /** Rejects all pending queries; the next query starts a new worker. */
  #rejectPending(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const error = new StorageUnavailable('The read worker has ended.', { cause });
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

const errorOf = ({ code, message }: { code?: string; message: string }): Error =>
  code === undefined ? new Error(message) : new SqliteError(message, code);

async function refuseTransaction(): Promise<void> {
  throw new Error('The read worker has no transactions.');
}
