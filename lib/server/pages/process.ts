import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { MetricValues } from '@/lib/api/prometheus';
import type { Env } from '@/lib/env';
import { type FromPages, PAGES_SOCKET, type ToPages } from '../next/messages';

/** From the end of the process to its next start; doubled each time until it has run for STEADY_MS. */
const RESTART_MS = { first: 100, max: 10_000 };
const STEADY_MS = 60_000;
/** How long a scrape of the metrics waits for those of the pages. */
const METRICS_MAX_MS = 500;
/** How long it may take to close its database. */
const STOP_MAX_MS = 5_000;

/** The program of the pages, from the project's root. Its heap is bounded: on a small server it would grow to what is free. */
const PROGRAM = join('dist', 'pages.mjs');
const HEAP_MAX_MIB = 320;

type Options = {
  readonly env: Env;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** The pages have stored an event. */
  readonly onEvents: () => void;
  /** The process has little to do. */
  readonly onIdle: () => void;
};

/** Runs the pages in a process of their own, on a Unix socket that no other user may open, and starts it again when it ends. */
export class PagesProcess {
  readonly #options: Options;
  #child: ChildProcess | null = null;
  #file = '';
  /** The socket while the process runs; rejects while it waits for its next start. */
  #socket: Promise<string> = Promise.reject(new Error('The pages are not started yet.'));
  #origin: string | null = null;
  #restarts = 0;
  #delayMs = RESTART_MS.first / 2;
  #isReady = false;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#socket.catch(() => {});
  }

  /** How often the process was started again. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves when the pages can be served. Rejects if the process ends before. */
  async start(): Promise<void> {
    this.#begin();
    await this.#socket;
  }

  /** Where to send requests; rejects while there is no process. */
  readonly socket = (): Promise<string> => this.#socket;

  /** Nothing listens on a socket that `socket` returned: somebody has removed its file. The process is started anew, with another. */
  readonly onGone = (file: string): void => {
    if (file === this.#file) this.#child?.kill('SIGKILL');
  };

  setOrigin(origin: string): void {
    this.#origin = origin;
    this.#send({ kind: 'origin', origin });
  }

  /** The metrics of the pages; `null` if they do not come soon. */
  async metrics(): Promise<MetricValues | null> {
    const child = this.#child;
    if (child === null || !this.#send({ kind: 'read-metrics' })) return null;
    const answer = once(child, 'metrics', { signal: AbortSignal.timeout(METRICS_MAX_MS) });
    return answer.then(
      ([message]) => message.values,
      () => null,
    );
  }

  announceStop(): void {
    this.#isStopping = true;
    this.#send({ kind: 'announce-stop' });
  }

  /** The pages write no more, and are not started again: a new process would open other files. */
  refuseWrites(): void {
    this.#isStopping = true;
    this.#send({ kind: 'files-lost' });
  }

  /** Ends the process once its database is closed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child !== null) {
      const ended = once(child, 'exit');
      // While it starts it reads no message, and has stored nothing.
      const timer = setTimeout(() => child.kill('SIGKILL'), this.#isReady ? STOP_MAX_MS : 0);
      this.#send({ kind: 'stop' });
      await ended;
      clearTimeout(timer);
    }
  }

  #begin(): void {
    const startedAt = performance.now();
    const file = newSocket();
    this.#file = file;
    const child = fork(PROGRAM, [], {
      // Keeps NaN, which some metrics have, as JSON would not.
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MAX_MIB}`],
      env: { ...process.env, [PAGES_SOCKET]: file },
    });
    this.#child = child;
    // Each kind of message is an event of its own.
    child.on('message', (message: FromPages) => child.emit(message.kind, message));
    child.on('events-stored', this.#options.onEvents).on('idle', this.#options.onIdle);
    this.#send({ kind: 'open', env: this.#options.env });
    const ready = once(child, 'ready').then(() => {
      this.#isReady = true;
      if (this.#origin !== null) this.setOrigin(this.#origin);
      return file;
    });
    const ended = once(child, 'exit').then(
      ([code, signal]) => ({ code, signal }),
      // It could not be started, for want of memory or descriptors.
      (err: unknown) => ({ err }),
    );
    const end = ended.then((how) => {
      this.#onEnd(performance.now() - startedAt, how);
      throw new Error('The pages could not be started: their process ended.');
    });
    this.#socket = Promise.race([ready, end]);
    this.#socket.catch(() => {});
  }

  #onEnd(ranMs: number, how: object): void {
    this.#child = null;
    this.#isReady = false;
    if (process.platform !== 'win32') rmSync(dirname(this.#file), { recursive: true, force: true });
    this.#socket = Promise.reject(new Error('The pages are being started again.'));
    this.#socket.catch(() => {});
    if (this.#isStopping) return;
    this.#restarts++;
    this.#delayMs = ranMs > STEADY_MS ? RESTART_MS.first : Math.min(RESTART_MS.max, 2 * this.#delayMs);
    const fields = { ...how, inMs: this.#delayMs };
    this.#options.log.error(fields, 'the process of the pages ended; it is started again');
    setTimeout(() => this.#isStopping || this.#beginAgain(), this.#delayMs).unref();
  }

  #beginAgain(): void {
    try {
      this.#begin();
    } catch (err) {
      this.#onEnd(0, { err });
    }
  }

  /** Whether there is a process that gets the message. */
  #send(message: ToPages): boolean {
    return this.#child?.connected === true && this.#child.send(message, () => {});
  }
}

/** A socket in a folder that no other user may open. On Windows it is a named pipe, to which other users may not write. */
const newSocket = (): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\botmeter-${randomUUID()}`
    : join(mkdtempSync(join(tmpdir(), 'botmeter-pages-')), 'socket');
