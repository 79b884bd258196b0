import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutex } from 'async-mutex';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import SqliteDatabase, { type Database } from './driver.mjs';
import { createPrivate } from './files';
import { identityOf, RENEWED_EVERY_MS, removeMarker, renewMarker, writeMarker } from './service-marker';

/** Between two checks. A difference counts when two in a row see it: within half a second. */
const CHECK_EVERY_MS = 250;

/** The files of a database: its content, the WAL with the newest commits, and the locks. */
const SUFFIXES = ['', '-wal', '-shm'] as const;
type Suffix = (typeof SUFFIXES)[number];
type Identities = ReadonlyMap<Suffix, string | null>;

/** What happened to the files, for the log. */
export type Loss = {
  /** The paths that are gone or lead to other files. */
  readonly paths: readonly string[];
  /** Where everything that was committed is saved: beside the path, or in the database's file if it is in its place. */
  readonly savedTo: string;
  /** Resolves once it is saved there. Rejects if it cannot be. */
  readonly saved: Promise<void>;
};

type Options = {
  readonly database: Database;
  /** The lock of all writes of this process. */
  readonly lock: Mutex;
  readonly nowMs: () => number;
  /** Called once, at the loss. */
  readonly onLost: (loss: Loss) => void;
  /** Device and inode of what a path leads to; tests give others. */
  readonly identify?: (path: string) => string | null;
};

/**
 * Watches that the path of the open database leads to the files that are open. A process goes on writing to files that
 * were removed, moved or replaced, and the next start would find none of it: so every call is refused from then on, and
 * what was committed is saved beside the path.
 */
export class FileWatch {
  readonly #options: Required<Options>;
  readonly #path: string;
  #known: Identities;
  #state: 'in place' | 'suspect' | 'unknown' = 'in place';
  #isChecking = false;
  #loss: Loss | null = null;
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(options: Options) {
    this.#options = { identify: identityOf, ...options };
    this.#path = options.database.name;
    this.#known = this.#identities();
  }

  /** Begins to check, and notes for commands which file this process serves. */
  start(): void {
    this.#mark();
    const renew = () => this.#mark(renewMarker);
    this.#timers = [
      setInterval(() => void this.check(), CHECK_EVERY_MS).unref(),
      setInterval(renew, RENEWED_EVERY_MS).unref(),
    ];
  }

  /** To be called when another process of the service has noticed a loss. */
  readonly refuseWrites = (): void => {
    this.#state = 'unknown';
  };

  /** Throws StorageUnavailable after a loss, and while it cannot be decided whether there is one. */
  readonly requireInPlace = (): void => {
    if (this.#loss === null && this.#state !== 'unknown') return;
    throw new StorageUnavailable(`Files of the database ${this.#path} were removed, moved or replaced.`);
  };

  /** One check. Never rejects. */
  async check(): Promise<void> {
    if (this.#isChecking || this.#loss !== null) return;
    const now = this.#identities();
    const changed = SUFFIXES.filter((suffix) => now.get(suffix) !== this.#known.get(suffix));
    if (changed.length === 0) this.#state = 'in place';
    else if (this.#state === 'in place') this.#state = 'suspect';
    else await this.#decide(changed, now);
  }

  async #decide(changed: readonly Suffix[], now: Identities): Promise<void> {
    this.#isChecking = true;
    try {
      if (await this.#isSameDatabase(changed, now)) {
        this.#known = now;
        this.#state = 'in place';
      } else this.#lose(changed);
    } catch {
      // Nothing can be written now: the next check decides, and until then no call is answered from either file.
      this.#state = 'unknown';
    } finally {
      this.#isChecking = false;
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    // Whoever was notified of the loss gets this error.
    await this.#loss?.saved.catch(() => {});
    removeMarker(this.#path);
  }

  #identities(): Identities {
    return new Map(SUFFIXES.map((suffix) => [suffix, this.#options.identify(this.#path + suffix)]));
  }

  /**
   * Whether files with other inodes are the open ones all the same, as on file systems with unstable inodes: then a new
   * connection reads from the file itself, without the WAL, what this one writes now. Rejects if that cannot be tried.
   */
  async #isSameDatabase(changed: readonly Suffix[], now: Identities): Promise<boolean> {
    if (changed.some((suffix) => now.get(suffix) === null)) return false;
    // Connections of one process share the locks of the first one, so a new connection would not notice.
    if (changed.length === 1 && changed[0] === '-shm') return false;
    const { database, lock, nowMs } = this.#options;
    return lock.runExclusive(async () => {
      const read = (from: Database) => from.prepare('SELECT at_ms FROM probes WHERE id = 1').pluck().get();
      const mark = Math.max(nowMs(), Number(read(database) ?? 0) + 1);
      // Without waiting for other processes: a later check does it.
      database.exec('BEGIN IMMEDIATE');
      database
        .prepare(
          'INSERT INTO probes (id, at_ms) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms',
        )
        .run(mark);
      database.exec('COMMIT');
      const [copied] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (copied?.busy !== 0) throw new Error('Another connection reads from the WAL.');
      try {
        const fresh = new SqliteDatabase(this.#path, { readonly: true, fileMustExist: true });
        try {
          return read(fresh) === mark;
        } finally {
          fresh.close();
        }
      } catch {
        return false;
      }
    });
  }

  #lose(changed: readonly Suffix[]): void {
    const savedTo = changed.includes('')
      ? `${this.#path}.rescued-${fileTime(this.#options.nowMs())}`
      : this.#path;
    const saved = this.#save(savedTo);
    // Whoever is notified awaits it; until then its error must not count as unhandled.
    saved.catch(() => {});
    this.#mark();
    this.#loss = { paths: changed.map((suffix) => this.#path + suffix), savedTo, saved };
    this.#options.onLost(this.#loss);
  }

  /** Never throws: without the marker, as on a full disk, the service runs and only commands are not warned. */
  #mark(write = writeMarker): void {
    try {
      // It may be gone with the database.
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      write(this.#path, this.#known.get('') ?? '');
    } catch {}
  }

  async #save(savedTo: string): Promise<void> {
    const { database, lock } = this.#options;
    // The commits in a WAL that is not in its place any more are copied into the open file.
    const copied = lock.runExclusive(() => void database.pragma('wal_checkpoint(FULL)'));
    if (savedTo === this.#path) return copied;
    // The backup below reads through the open connection, with or without that checkpoint.
    await copied.catch(() => {});
    createPrivate(savedTo);
    // In steps, between which calls get their 503.
    await database.backup(savedTo);
  }
}

/** `20261127T154503Z`. */
const fileTime = (atMs: number): string => new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '');
