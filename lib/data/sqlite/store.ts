import { rollForward } from '@/lib/domain/bots/account';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { FORM, OTHER_KEYS } from '@/lib/domain/quota/usage-part';
import { isEvent } from '@/lib/domain/reports/effect';
import type { AccountRef, Snapshot, Store } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { isValid, toAccount } from '../account-row';
import { refuseInsideWrite } from '../inside-write';
import { type TimeBuffer, type Times, timeBuffer, withHeartbeat } from '../time-buffer';
import type { Database } from './driver.mjs';
import { type KnownRow, KnownRows } from './known-rows';
import { prepareStatements } from './statements';
import { isStorageError, toStorageError } from './storage-errors';
import type { WriteLock } from './write-lock';

/** The most calls in one transaction; the rest wait for the next, so that no commit blocks for long. */
const GROUP_MAX = 256;

type Pending = {
  /** Runs inside the open transaction; returns what to do after the commit. */
  readonly perform: () => () => void;
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
  readonly #known: KnownRows;
  readonly #lastUsed: TimeBuffer;
  readonly #heartbeats: TimeBuffer;
  readonly #onCommit: OnCommit;
  readonly #onEvents: () => void;
  readonly #requireInPlace: () => void;
  /** The keys by which `find` found its snapshots. */
  readonly #keyIds = new WeakMap<Snapshot, string>();
  #queue: Pending[] = [];
  #isDraining = false;
  #isClosed = false;

  /** `onEvents` is called after a commit with events; `requireInPlace` throws if the database's files are gone. */
  constructor(
    database: Database,
    lock: WriteLock,
    clock: () => number,
    onCommit: OnCommit = () => {},
    onEvents = () => {},
    requireInPlace = () => {},
  ) {
    this.#requireInPlace = requireInPlace;
    this.#database = database;
    this.#lock = lock;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#onEvents = onEvents;
    this.#sql = prepareStatements(database);
    this.#known = new KnownRows(database);
    this.#lastUsed = timeBuffer('api_keys', (times) => this.#writeTimes(times, this.#sql.writeKeyUse));
    this.#heartbeats = timeBuffer('bots', (times) =>
      this.#writeTimes(times, (botId, atMs) => {
        this.#known.forgetAccount(botId);
        this.#sql.writeHeartbeat(botId, atMs, this.#clock());
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
      const nowMs = this.#clock();
      this.#known.refresh();
      const found = this.#read(ref, nowMs);
      if (found === null) return null;
      const snapshot = { account: rollForward(found.account, nowMs), nowMs };
      if (found.keyId !== null) this.#keyIds.set(snapshot, found.keyId);
      return snapshot;
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Reads the account inside the transaction that writes it, so the snapshot of an earlier `find` is not needed. */
  call: Store['call'] = (ref, decide) => {
    return new Promise((resolve, reject) => {
      const perform = () => {
        const nowMs = this.#clock();
        const found = this.#read(ref, nowMs);
        if (found === null) return () => resolve(null);
        const { account, effects, outcome } = decide(found.account, nowMs, found.keyNumber);
        if (account !== found.account) {
          this.#sql.writeAccount(account);
          this.#known.setAccount(account);
        }
        this.#sql.writeEffects(account.botId, effects);
        return () => {
          if (found.keyId !== null) this.#lastUsed.note([found.keyId, nowMs]);
          if (effects.some(isEvent)) this.#onEvents();
          resolve({ account, nowMs, outcome });
        };
      };
      this.#enqueue(perform, reject);
    });
  };

  noteUse(snapshot: Snapshot, isHeartbeat: boolean): void {
    const { account, nowMs } = snapshot;
    if (isHeartbeat) this.#heartbeats.note([account.botId, nowMs]);
    const keyId = this.#keyIds.get(snapshot);
    if (keyId !== undefined) this.#lastUsed.note([keyId, nowMs]);
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
    await this.#lock.runExclusive(() => {});
    await Promise.all([this.#lastUsed.close(), this.#heartbeats.close()]);
    this.#isClosed = true;
    this.#database.close();
  }

  /** `null` if there is no such bot or live key. */
  #read(ref: AccountRef, nowMs: number) {
    const row = this.#known.find(ref) ?? this.#readRow(ref);
    if (row === null || (row.key !== null && !isKeyLive(row.key, nowMs))) return null;
    const account = withHeartbeat(row.account, this.#heartbeats);
    return { account, keyId: row.key?.id ?? null, keyNumber: row.key?.number ?? FORM };
  }

  #readRow(ref: AccountRef): KnownRow | null {
    const key = 'keyHash' in ref ? this.#readKey(ref.keyHash) : null;
    const row = this.#sql.readBot('botId' in ref ? ref.botId : (key?.botId ?? ''));
    if (row === undefined) return null;
    if (!isValid(row)) throw new StorageUnavailable('A row of bots is damaged.', { isOfOneRow: true });
    const account = toAccount(row);
    this.#known.add(ref, { account, key });
    return { account, key };
  }

  #readKey(keyHash: string): KnownRow['key'] {
    const row = this.#sql.readKey(keyHash);
    if (row === undefined) return null;
    const { id, bot_id: botId, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs } = row;
    return { id, botId, expiresAtMs, revokedAtMs, number: row.number ?? OTHER_KEYS };
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
    this.#requireInPlace();
  }

  #enqueue(perform: Pending['perform'], reject: Pending['reject']): void {
    refuseInsideWrite();
    this.#queue.push({ perform, reject, requestedAt: performance.now() });
    if (this.#isDraining) return;
    this.#isDraining = true;
    setImmediate(() => void this.#lock.runExclusive(() => this.#drain()));
  }

  /** Commits one group per turn of the event loop, so that requests which arrive meanwhile join the next group. */
  async #drain(): Promise<void> {
    const group = this.#queue.splice(0, GROUP_MAX);
    await this.#commit(group);
    this.#isDraining = this.#queue.length > 0;
    if (this.#isDraining) setImmediate(() => void this.#lock.runExclusive(() => this.#drain()));
  }

  async #commit(group: readonly Pending[]): Promise<void> {
    const startedAt = performance.now();
    let onCommitted: (() => void)[];
    let isCommitting = false;
    try {
      this.#requireOpen();
      await this.#lock.begin(this.#sql.begin, group[0]?.requestedAt);
      this.#known.refresh();
      onCommitted = group.map(({ perform }) => perform());
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
    this.#known.forgetAll();
    if (!this.#database.open || !this.#database.inTransaction) return;
    try {
      this.#sql.rollback();
    } catch {
      // SQLite has already rolled back; the callers get the error that caused it.
    }
  }

  #writeTimes(times: Times, write: (id: string, atMs: number) => void): Promise<void> {
    // What it waits for the lock counts: calls that wait behind it have to be answered in time.
    const requestedAt = performance.now();
    return this.#lock.runExclusive(async () => {
      try {
        await this.#lock.begin(this.#sql.begin, requestedAt);
        for (const [id, atMs] of times) write(id, atMs);
        this.#sql.commit();
      } catch (error) {
        this.#rollback();
        throw toStorageError(error);
      }
    });
  }
}
