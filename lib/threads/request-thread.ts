import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the program of a thread posts for each request `{ id, …request }`. */
export type Answer<Result> = { readonly id: number } & (
  | { readonly result: Result }
  | { readonly error: { readonly message: string; readonly code?: string } }
);

type Options = {
  /** The program, from the project's root: this code is part of several bundles. */
  readonly program: string;
  readonly workerData: unknown;
  /** What a request rejects with for an error that the program answered. */
  readonly toError?: (error: { message: string; code?: string }) => Error;
  /** What requests reject with after `close`. */
  readonly closed: () => Error;
  /** What requests reject with when the thread has failed. */
  readonly failed: (cause: unknown) => Error;
};

type Pending<Result> = { resolve(result: Result): void; reject(error: Error): void };

/**
 * A worker thread that answers requests. It starts with the first request, and with the next one after it has failed;
 * without requests it does not keep the process alive.
 */
export class RequestThread<Request extends object, Result> {
  readonly #options: Options;
  readonly #pending = new Map<number, Pending<Result>>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async request(request: Request): Promise<Result> {
    if (this.#isClosed) throw this.#options.closed();
    return this.#send(request);
  }

  /** Ends the thread, with `last` as its last request if it runs; what is not answered by then rejects. */
  async close(last?: Request): Promise<void> {
    const isOpen = this.#worker !== null && !this.#isClosed;
    this.#isClosed = true;
    // The thread ends next, whether or not it could do its last work.
    if (last !== undefined && isOpen) await this.#send(last).catch(() => {});
    await this.#worker?.terminate();
  }

  #send(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, ...request });
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, { resolve, reject });
    });
  }

  #start(): Worker {
    const { program, workerData } = this.#options;
    const worker = new Worker(
      /* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), program),
      { workerData },
    );
    worker.on('message', (answer: Answer<Result>) => this.#settle(worker, answer));
    worker.on('error', (error) => this.#rejectAll(worker, error));
    worker.on('exit', (code) => this.#rejectAll(worker, code));
    return worker;
  }

  #settle(worker: Worker, answer: Answer<Result>): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) worker.unref();
    if ('result' in answer) pending?.resolve(answer.result);
    else pending?.reject((this.#options.toError ?? plainError)(answer.error));
  }

  #rejectAll(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const error = this.#options.failed(cause);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

const plainError = ({ message }: { message: string }) => new Error(message);
