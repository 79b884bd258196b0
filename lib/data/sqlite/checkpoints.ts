import { openSync } from 'node:fs';
import type { Mutex } from 'async-mutex';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import type { Database } from './driver.mjs';
import type { ReadWorker, WalState } from './read-worker';

/** Frames in the WAL (a page each: 16 MiB) that start a checkpoint. */
const START_FRAMES = 4_000;
/** Frames to write before the next try, if a reader or another process was in the way. */
const RETRY_FRAMES = 1_000;
/** Passes are repeated until so few frames are left for the last one, for which commits wait. */
const LAST_PASS_FRAMES = 300;
const PASSES_MAX = 4;
/** The largest share of frames that a useful pass leaves; calls write the others meanwhile. */
const USEFUL_PASS_LEAVES = 0.75;
/** Calls between two looks at the WAL, which take some microseconds. Most calls write two frames. */
const CALLS_PER_LOOK = 50;
/** A WAL is copied this long after a commit at the latest, so that a plain copy of the file is at most a minute old. */
const COPY_AFTER_MS = 55_000;
/** Frames (1 GiB) at which the operator is notified about a reader that keeps the WAL from being reused. */
const LONG_WAL_FRAMES = 262_144;
/** SQLite cuts the WAL file to this size when it begins it anew. */
const WAL_BYTES_KEPT = 32 * 2 ** 20;

type StartTimer = (run: () => void, ms: number) => NodeJS.Timeout;

/**
 * Copies the WAL into the database file in the read worker, so that calls do not pay for it. SQLite begins the WAL anew
 * once all of it is copied, which under steady load is never: so commits wait for a last, short pass.
 */
export class Checkpoints {
  readonly #database: Database;
  readonly #lock: Mutex;
  readonly #worker: ReadWorker;
  readonly #onError: (error: unknown) => void;
  readonly #look: () => WalState;
  #descriptor: number | undefined;
  #callsSinceLook = 0;
  #nextAtFrames = START_FRAMES;
  #isLong = false;
  #running: Promise<void> | null = null;
  #copyTimer: NodeJS.Timeout | null = null;
  readonly #startTimer: StartTimer;
  #isClosed = false;

  /** `connections` are all that this process writes with; `onError` gets what keeps the WAL from being reused. */
  constructor(
    connections: readonly [Database, ...Database[]],
    lock: Mutex,
    worker: ReadWorker,
    onError: (error: unknown) => void,
    startTimer: StartTimer = setTimeout,
  ) {
    this.#startTimer = startTimer;
    for (const connection of connections) {
      connection.pragma('wal_autocheckpoint = 0');
      connection.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`);
    }
    [this.#database] = connections;
    const look = this.#database.prepare<[], WalState>('PRAGMA wal_checkpoint(NOOP)');
    this.#look = () => look.get() ?? { busy: 1, log: 0, checkpointed: 0 };
    this.#lock = lock;
    this.#worker = worker;
    this.#onError = onError;
  }

  /** To be called after each commit. Never throws. */
  noteCommit(calls = CALLS_PER_LOOK): void {
    if (!this.#isClosed) this.#copyTimer ??= this.#startTimer(() => this.#copy(), COPY_AFTER_MS).unref();
    this.#callsSinceLook += calls;
    if (this.#callsSinceLook < CALLS_PER_LOOK || this.#running !== null || this.#isClosed) return;
    // SQLite does not look while this connection has a transaction, as the next group may have begun one.
    if (this.#database.inTransaction) return;
    this.#callsSinceLook = 0;
    try {
      const { log } = this.#look();
      if (log < START_FRAMES) this.#nextAtFrames = START_FRAMES;
      if (log < LONG_WAL_FRAMES) this.#isLong = false;
      if (log >= this.#nextAtFrames) this.#running = this.#run(log);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Copies what is in the WAL, however little it is. */
  #copy(): void {
    this.#copyTimer = null;
    if (this.#running !== null || this.#isClosed) return;
    try {
      const frames = this.#database.inTransaction ? 1 : this.#framesLeft();
      if (frames > 0) this.#running = this.#run(frames);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** To be called before the connections are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#copyTimer !== null) clearTimeout(this.#copyTimer);
    await this.#running;
  }

  /** Never rejects. */
  async #run(frames: number): Promise<void> {
    this.#nextAtFrames = frames + RETRY_FRAMES;
    try {
      await this.#worker.beforeQueries(() => this.#checkpoint(frames));
      if (frames >= LONG_WAL_FRAMES && !this.#isLong) {
        this.#isLong = true;
        this.#onError(
          new Error('The WAL grows until another process, which has been reading for long, ends.'),
        );
      }
    } catch (error) {
      await this.#recover(error);
    } finally {
      this.#running = null;
    }
  }

  async #checkpoint(frames: number): Promise<void> {
    // Never closed: closing any descriptor of a file drops all locks that the process has on it (POSIX).
    this.#descriptor ??= openSync(this.#database.name, 'r+');
    for (let pass = 1, left = frames; pass <= PASSES_MAX; pass++) {
      const { busy, log, checkpointed } = await this.#worker.checkpoint('PASSIVE', this.#descriptor);
      // A reader needs the rest, or another process has a checkpoint.
      if (this.#isClosed || busy !== 0 || checkpointed < log) return;
      const before = left;
      left = this.#framesLeft();
      if (left <= LAST_PASS_FRAMES || left > before * USEFUL_PASS_LEAVES) break;
    }
    await this.#lock.runExclusive(() => this.#worker.checkpoint('FULL'));
  }

  #framesLeft(): number {
    if (this.#database.inTransaction) return Number.POSITIVE_INFINITY;
    const { log, checkpointed } = this.#look();
    return log - checkpointed;
  }

  /** Without a worker the WAL would grow for ever. */
  async #recover(error: unknown): Promise<void> {
    if (this.#isClosed) return;
    this.#onError(error);
    if (!isStorageUnavailable(error)) return;
    await this.#lock
      .runExclusive(() => void this.#database.pragma('wal_checkpoint(PASSIVE)'))
      .catch(this.#onError);
  }
}
