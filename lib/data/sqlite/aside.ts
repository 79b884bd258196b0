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
import { StorageUnavailable } from '@/lib/services/ports';

type Answer = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly code?: string; readonly message: string }
);
type Waiting = { resolve(rows: unknown[]): void; reject(error: Error): void };

/** Kysely's SQLite for reading alone, in a thread of its own: in this one a long statement would hold up every call. */
export class AsideDialect extends KyselySqliteDialect {
  readonly #file: string;

  constructor(file: string) {
    super({ database: () => Promise.reject(new Error('The database is read in another thread.')) });
    this.#file = file;
  }

  override createDriver(): Driver {
    return new AsideDriver(this.#file);
  }
}

/** Starts its thread with the first query: commands have none. */
class AsideDriver implements Driver {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
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
        throw new Error('Rows are read in one piece here.');
      },
    };
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = readsOnly;
  commitTransaction = readsOnly;
  rollbackTransaction = readsOnly;

  async destroy(): Promise<void> {
    await this.#worker?.terminate();
  }

  #run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve: (rows) => resolve({ rows: rows as R[] }), reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, sql, parameters });
    });
  }

  #start(): Worker {
    // By its place in the project: the code here runs from several bundles.
    const program = join(process.cwd(), 'lib/data/sqlite/aside-thread.mjs');
    const worker = new Worker(program, { workerData: { file: this.#file } });
    // A process that has nothing else to do may end.
    worker.unref();
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('rows' in answer) waiting?.resolve(answer.rows);
      else waiting?.reject(errorOf(answer));
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, code));
    return worker;
  }

  /** The next query starts another thread. */
  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const error = new StorageUnavailable('The thread that reads the database has ended.', { cause });
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const errorOf = ({ code, message }: { code?: string; message: string }): Error =>
  code === undefined ? new Error(message) : new SqliteError(message, code);

async function readsOnly(): Promise<void> {
  throw new Error('Only reading is done in another thread.');
}
