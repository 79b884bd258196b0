import type { Database } from 'better-sqlite3';
import { settle } from '@/lib/domain/account';
import { isKeyLive } from '@/lib/domain/api-key';
import { keptFromMs } from '@/lib/domain/history';
import { type Snapshot, StorageUnavailable, type Store, type Subject } from '@/lib/services/ports';
import { isSound, retentionOf, toAccount } from '../account-row';
import { KeyUses } from '../key-uses';
import { asFault, beginWrite, isFault } from './faults';
import { SeenRows } from './seen-rows';
import { type FoundRow, prepareStatements } from './statements';
import type { WriteLock } from './write-lock';

/** Calls decided and written in one transaction; more wait for the next, so that no commit blocks for long. */
const GROUP_MAX = 256;

type Pending = {
  /** Decides and writes inside the open transaction; returns what to do once that is durable. */
  readonly perform: (dataVersion: number) => () => void;
  readonly reject: (error: unknown) => void;
  /** By the steady clock. */
  readonly askedAt: number;
};

/** Hears of each commit: how many calls shared it, and how long their transaction took. */
export type OnCommit = (calls: number, durationMs: number) => void;

/**
 * The embedded store. Calls that arrive in one turn of the event loop share one transaction and one fsync (group
 * commit); each is answered only after that commit.
 */
export class SqliteStore implements Store {
  readonly #database: Database;
  readonly #lock: WriteLock;
  readonly #clock: () => number;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #keyUses: KeyUses;
  readonly #onCommit: OnCommit;
  readonly #seenRows = new SeenRows();
  #queue: Pending[] = [];
  #isDraining = false;
  #isClosed = false;

  constructor(database: Database, lock: WriteLock, clock: () => number, onCommit: OnCommit = () => {}) {
    this.#database = database;
    this.#lock = lock;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#sql = prepareStatements(database);
    this.#keyUses = new KeyUses((uses) => this.#writeKeyUses(uses));
  }

  /** Calls that wait for a commit to begin. */
  get queueLength(): number {
    return this.#queue.length;
  }

  async find(subject: Subject): Promise<Snapshot | null> {
    this.#requireOpen();
    try {
      const nowMs = this.#clock();
      // The version first: a commit that comes between is then taken for one after the read.
      const dataVersion = this.#sql.dataVersion();
      const row = this.#read(subject);
      if (row === undefined || !isOpen(row, nowMs)) return null;
      const account = toAccount(row);
      const snapshot = { account: settle(account, nowMs), nowMs };
      this.#seenRows.remember(snapshot, { row, account, dataVersion });
      return snapshot;
    } catch (error) {
      throw asFault(error);
    }
  }

  call: Store['call'] = (subject, decide, snapshot) => {
    return new Promise((resolve, reject) => {
      const perform = (dataVersion: number) => {
        const nowMs = this.#clock();
        const seen = this.#seenRows.recall(snapshot, dataVersion);
        const row = seen?.row ?? this.#read(subject);
        if (row === undefined || !isOpen(row, nowMs)) return () => resolve(null);
        const before = seen?.account ?? toAccount(row);
        const { account, report, outcome } = decide(before, nowMs);
        if (account !== before) {
          this.#seenRows.noteWrite(account.botId);
          this.#sql.writeAccount(account);
        }
        if (report !== undefined) {
          this.#sql.insertReport(account.botId, report);
          this.#sql.pruneReports(account.botId, keptFromMs(retentionOf(row), nowMs));
        }
        return () => {
          if (row.key_id !== undefined) this.#keyUses.note(row.key_id, nowMs);
          resolve({ account, nowMs, outcome });
        };
      };
      this.#enqueue(perform, reject);
    });
  };

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
    await this.#keyUses.close();
    this.#isClosed = true;
    this.#database.close();
  }

  #read(subject: Subject): FoundRow | undefined {
    const row =
      'botId' in subject ? this.#sql.accountOfBot(subject.botId) : this.#sql.accountOfKey(subject.keyHash);
    if (row !== undefined && !isSound(row)) throw new StorageUnavailable('A row of bots is damaged.');
    return row;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
  }

  #enqueue(perform: Pending['perform'], reject: Pending['reject']): void {
    this.#queue.push({ perform, reject, askedAt: performance.now() });
    if (this.#isDraining) return;
    this.#isDraining = true;
    setImmediate(() => void this.#lock.run(() => this.#drain()));
  }

  /** One group a turn, so that requests which arrive during a commit join the next one. */
  async #drain(): Promise<void> {
    const group = this.#queue.splice(0, GROUP_MAX);
    await this.#commit(group);
    this.#isDraining = this.#queue.length > 0;
    if (this.#isDraining) setImmediate(() => void this.#lock.run(() => this.#drain()));
  }

  async #commit(group: readonly Pending[]): Promise<void> {
    const startedAt = performance.now();
    try {
      this.#requireOpen();
      await beginWrite(this.#sql.begin, group[0]?.askedAt);
      const dataVersion = this.#sql.dataVersion();
      const answers = group.map(({ perform }) => perform(dataVersion));
      this.#sql.commit();
      this.#onCommit(group.length, performance.now() - startedAt);
      for (const answer of answers) answer();
    } catch (error) {
      this.#rollback();
      // A defect in one call must not cost its neighbours theirs; a fault of the storage is everyone's.
      if (group.length > 1 && !isFault(error) && !this.#isClosed) {
        for (const pending of group) await this.#commit([pending]);
      } else {
        for (const { reject } of group) reject(asFault(error));
      }
    }
  }

  #rollback(): void {
    if (!this.#database.open || !this.#database.inTransaction) return;
    try {
      this.#sql.rollback();
    } catch {
      // SQLite has rolled back by itself; what made it do so is already the callers' answer.
    }
  }

  /** In groups, so that calls need not wait for the times of all keys. */
  async #writeKeyUses(uses: readonly (readonly [keyId: string, atMs: number])[]): Promise<void> {
    for (let from = 0; from < uses.length; from += GROUP_MAX) {
      const group = uses.slice(from, from + GROUP_MAX);
      await this.#lock.run(async () => {
        try {
          await beginWrite(this.#sql.begin);
          for (const [keyId, atMs] of group) this.#sql.writeKeyUse(keyId, atMs);
          this.#sql.commit();
        } finally {
          this.#rollback();
        }
      });
    }
  }
}

/** Whether a row was found by its bot's id, or by a key that is live. */
const isOpen = (row: FoundRow, nowMs: number): boolean =>
  isKeyLive({ expiresAtMs: row.expires_at_ms ?? null, revokedAtMs: row.revoked_at_ms ?? null }, nowMs);
