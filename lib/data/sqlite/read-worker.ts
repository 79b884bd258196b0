import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SqliteError } from 'better-sqlite3';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';

type WorkerMessage = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly code?: string; readonly message: string }
);
type Pending = { resolve(rows: unknown[]): void; reject(error: Error): void };

/** The result of `PRAGMA wal_checkpoint`: frames in the WAL, and how many of them are in the database file. */
export type WalState = { readonly busy: number; readonly log: number; readonly checkpointed: number };

/**
 * A thread with its own connections, for what would block the main thread for long: reads, checkpoints and copies.
 * It runs one request at a time, in their order, and starts with the first: most CLI commands need none.
 */
export class ReadWorker {
  readonly #file: string;
  readonly #pending = new Map<number, Pending>();
  #queriesWaitFor: Promise<unknown> | null = null;
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (this.#queriesWaitFor !== null) await this.#queriesWaitFor;
    return this.#request({ kind: 'query', sql, parameters });
  }

  /** Runs a checkpoint, then syncs the file `descriptor`. Rejects if either fails. */
  async checkpoint(mode: 'PASSIVE' | 'FULL', descriptor?: number): Promise<WalState> {
    const [state] = await this.#request({ kind: 'checkpoint', mode, descriptor });
    return state as WalState;
  }

  /** Runs `work`; queries that are requested from now on wait for its end. */
  async beforeQueries<R>(work: () => Promise<R>): Promise<R> {
    const result = work();
    this.#queriesWaitFor = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.#queriesWaitFor = null;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #request(request: object): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ id, ...request });
    });
  }

  #start(): Worker {
    // Resolved from the project root: this code is part of several bundles.
    const program = join(process.cwd(), 'lib/data/sqlite/read-worker-thread.mjs');
    const worker = new Worker(program, { workerData: { file: this.#file } });
    worker.on('message', (message: WorkerMessage) => {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      // Without requests the worker does not keep the process alive.
      if (this.#pending.size === 0) worker.unref();
      if ('rows' in message) pending?.resolve(message.rows);
      else pending?.reject(errorOf(message));
    });
    worker.on('error', (error) => this.#rejectPending(worker, error));
    worker.on('exit', (code) => this.#rejectPending(worker, code));
    return worker;
  }

  /** Rejects all pending requests; the next request starts a new worker. */
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
