import type { Database } from 'better-sqlite3';
import { rollForward } from '@/lib/domain/account';
import { isEvent } from '@/lib/domain/effect';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import type { AccountRef, Snapshot, Store } from '@/lib/ports/store';
import { isValid, toAccount, written } from '../account-row';
import { refuseInsideWrite } from '../inside-write';
import { TimeBuffer, type Times, withHeartbeat } from '../time-buffer';
import { FoundSnapshot, isLive, RowCache, type StoredRow } from './row-cache';
import { prepareStatements } from './statements';
import { beginWrite, isStorageError, toStorageError } from './storage-errors';
import type { WriteLock } from './write-lock';

/** The most calls in one transaction; the rest wait for the next, so that no commit blocks for long. */
const GROUP_MAX = 256;

type Pending = {
  /** Runs inside the open transaction; returns what to do after the commit. */
  readonly perform: (rowVersion: number) => () => void;
  readonly reject: (error: unknown) => void;
  /** By `performance.now()`. */
  readonly requestedAt: number;
};

/**
 * Called after each commit with the number of calls in it and the transaction's duration. Errors are dropped: the
 * calls are stored by then.
 */
export type OnCommit = (calls: number, durationMs: number) => void;

/**
 * The embedded store. Calls that arrive in one turn of the event loop share one transaction and one fsync (group
 * commit). Each resolves only after that commit.
 */
export class SqliteStore implements Store {
  readonly #database: Database;
  readonly #lock: WriteLock;
  readonly #clock: () => number;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #lastUsed: TimeBuffer;
  readonly #heartbeats: TimeBuffer;
  readonly #onCommit: OnCommit;
  readonly #onEvents: () => void;
  readonly #rows = new RowCache();
  #queue: Pending[] = [];
  #isDraining = false;
  #isClosed = false;

  /** `onEvents` is called after a commit with events. */
  constructor(
    database: Database,
    lock: WriteLock,
    clock: () => number,
    onCommit: OnCommit = () => {},
    onEvents = () => {},
  ) {
    this.#database = database;
    this.#lock = lock;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#onEvents = onEvents;
    this.#sql = prepareStatements(database);
    this.#lastUsed = new TimeBuffer('api_keys', (times) => this.#writeTimes(times, this.#sql.writeKeyUse));
    this.#heartbeats = new TimeBuffer('bots', (times) =>
      this.#writeTimes(times, (botId, atMs) => {
        this.#sql.writeHeartbeat(botId, atMs, this.#clock());
        this.#rows.drop(botId);
      }),
    );
  }

  /** Calls that wait for their transaction. */
  get queueLength(): number {
    return this.#queue.length;
  }

  async find(ref: AccountRef): Promise<Snapshot | null> {
    this.#requireOpen();
    try {
      return this.#snapshot(this.#read(ref, this.#lock.rows.current));
    } catch (error) {
      throw toStorageError(error);
    }
  }

  recall(ref: AccountRef): Snapshot | null {
    const snapshot = this.#snapshot(this.#rows.find(ref));
    // Not everything that refuses a call is decided again, so a refusal needs what the database has now.
    return snapshot?.account.isDisabled ? null : snapshot;
  }

  call: Store['call'] = (ref, decide) => {
    return new Promise((resolve, reject) => {
      const perform = (rowVersion: number) => {
        const nowMs = this.#clock();
        const row = this.#rows.find(ref, rowVersion) ?? this.#read(ref, rowVersion);
        if (row === null || !isLive(row, nowMs)) return () => resolve(null);
        const before = withHeartbeat(row.account, this.#heartbeats);
        const { account, effects, outcome } = decide(before, nowMs);
        if (account !== before) {
          this.#sql.writeAccount(account);
          this.#rows.update(written(row.account, account), rowVersion);
        }
        for (const effect of effects) {
          this.#sql.writeEffect(account.botId, effect);
          // It changes another column of the bot.
          if (effect.kind === 'retention') this.#rows.drop(account.botId);
        }
        return () => {
          if (row.key !== null) this.#lastUsed.note(row.key.keyId, nowMs);
          if (effects.some(isEvent)) this.#onEvents();
          resolve({ account, nowMs, outcome });
        };
      };
      this.#enqueue(perform, reject);
    });
  };

  noteUse(snapshot: Snapshot, isHeartbeat: boolean): void {
    const { account, nowMs } = snapshot;
    if (isHeartbeat) this.#heartbeats.note(account.botId, nowMs);
    const key = snapshot instanceof FoundSnapshot ? snapshot.key : null;
    if (key !== null) this.#lastUsed.note(key.keyId, nowMs);
  }

  async probe(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const perform = () => {
        this.#sql.writeProbe(this.#clock());
        return resolve;
      };
      this.#enqueue(perform, reject);
    });
  }

  async close(): Promise<void> {
    await this.#lock.run(() => {});
    await Promise.all([this.#lastUsed.close(), this.#heartbeats.close()]);
    this.#isClosed = true;
    this.#database.close();
  }

  /** Reads a row that may be newer than `rowVersion`, never older, and remembers it. */
  #read(ref: AccountRef, rowVersion: number): StoredRow | null {
    const found = 'botId' in ref ? this.#sql.accountOfBot(ref.botId) : this.#sql.accountOfKey(ref.keyHash);
    if (found === null) return null;
    if (!isValid(found.row)) throw new StorageUnavailable('A row of bots is damaged.', { isOfOneRow: true });
    const row = { account: toAccount(found.row), key: found.key };
    this.#rows.put(ref, row, rowVersion);
    return row;
  }

  /** `null` if the row's key is not live. */
  #snapshot(row: StoredRow | null): FoundSnapshot | null {
    const nowMs = this.#clock();
    if (row === null || !isLive(row, nowMs)) return null;
    const account = rollForward(withHeartbeat(row.account, this.#heartbeats), nowMs);
    return new FoundSnapshot(account, nowMs, row.key);
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
  }

  #enqueue(perform: Pending['perform'], reject: Pending['reject']): void {
    refuseInsideWrite();
    this.#queue.push({ perform, reject, requestedAt: performance.now() });
    if (this.#isDraining) return;
    this.#isDraining = true;
    setImmediate(() => void this.#lock.run(() => this.#drain()));
  }

  /** Commits one group per turn of the event loop, so that requests which arrive meanwhile join the next group. */
  async #drain(): Promise<void> {
    const group = this.#queue.splice(0, GROUP_MAX);
    await this.#commit(group);
    this.#isDraining = this.#queue.length > 0;
    if (this.#isDraining) setImmediate(() => void this.#lock.run(() => this.#drain()));
  }

  async #commit(group: readonly Pending[]): Promise<void> {
    const startedAt = performance.now();
    let onCommitted: (() => void)[];
    let isCommitting = false;
    try {
      this.#requireOpen();
      await beginWrite(this.#sql.begin, group[0]?.requestedAt);
      const rowVersion = this.#lock.rows.begin(this.#sql);
      onCommitted = group.map(({ perform }) => perform(rowVersion));
      isCommitting = true;
      this.#sql.commit();
    } catch (error) {
      this.#rollback();
      // A bug in one call must not fail the others of its group; a storage error fails them all.
      if (group.length > 1 && !isStorageError(error) && !this.#isClosed) {
        for (const pending of group) await this.#commit([pending]);
      } else {
        for (const { reject } of group) reject(toStorageError(error, isCommitting));
      }
      return;
    }
    for (const resolve of onCommitted) resolve();
    try {
      this.#onCommit(group.length, performance.now() - startedAt);
    } catch {
      // The group is committed and must not run again.
    }
  }

  #rollback(): void {
    this.#rows.clear();
    if (!this.#database.open || !this.#database.inTransaction) return;
    try {
      this.#sql.rollback();
    } catch {
      // SQLite has already rolled back; the callers get the error that caused it.
    }
  }

  #writeTimes(times: Times, write: (id: string, atMs: number) => void): Promise<void> {
    return this.#lock.run(async () => {
      try {
        await beginWrite(this.#sql.begin);
        this.#lock.rows.begin(this.#sql);
        for (const [id, atMs] of times) write(id, atMs);
        this.#sql.commit();
      } catch (error) {
        this.#rollback();
        throw toStorageError(error);
      }
    });
  }
}
