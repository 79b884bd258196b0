import type { Database } from 'better-sqlite3';
import { settle } from '@/lib/domain/account';
import { isKeyLive } from '@/lib/domain/api-key';
import { keptFromMs } from '@/lib/domain/history';
import { type Snapshot, StorageUnavailable, type Store, type Subject } from '@/lib/services/ports';
import { type AccountRow, retentionOf, toAccount } from '../account-row';
import { KeyUses } from '../key-uses';
import { asFault, beginWrite, isFault } from './faults';
import { prepareStatements } from './statements';
import type { WriteLock } from './write-lock';

/** Calls decided and written in one transaction; more wait for the next, so that no commit blocks for long. */
const GROUP_MAX = 256;

type Pending = {
  /** Decides and writes inside the open transaction; returns what to do once that is durable. */
  readonly perform: () => () => void;
  readonly reject: (error: unknown) => void;
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
      const row = this.#rowOf(subject, nowMs);
      return row && { account: settle(toAccount(row), nowMs), nowMs };
    } catch (error) {
      throw asFault(error);
    }
  }

  call: Store['call'] = (subject, decide) => {
    return new Promise((resolve, reject) => {
      const perform = () => {
        const nowMs = this.#clock();
        const row = this.#rowOf(subject, nowMs);
        if (row === null) return () => resolve(null);
        const before = toAccount(row);
        const { account, report, outcome } = decide(before, nowMs);
        if (account !== before) this.#sql.writeAccount(account);
        if (report !== undefined) {
          this.#sql.insertReport(account.botId, report);
          this.#sql.pruneReports(account.botId, keptFromMs(retentionOf(row), nowMs));
        }
        return () => {
          if ('key_id' in row && row.key_id) this.#keyUses.note(row.key_id, nowMs);
          resolve({ account, nowMs, outcome });
        };
      };
      this.#enqueue({ perform, reject });
    });
  };

  async probe(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const perform = () => {
        this.#sql.writeProbe(this.#clock());
        return resolve;
      };
      this.#enqueue({ perform, reject });
    });
  }

  async close(): Promise<void> {
    await this.#lock.run(() => {});
    await this.#keyUses.close();
    this.#isClosed = true;
    this.#database.close();
  }

  /** The row of a bot or of a live key's bot. */
  #rowOf(subject: Subject, nowMs: number): (AccountRow & { key_id?: string }) | null {
    if ('botId' in subject) return this.#sql.accountOfBot(subject.botId) ?? null;
    const row = this.#sql.accountOfKey(subject.keyHash);
    const isLive =
      row !== undefined &&
      isKeyLive({ expiresAtMs: row.expires_at_ms, revokedAtMs: row.revoked_at_ms }, nowMs);
    return isLive ? row : null;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StorageUnavailable('The database is closed.');
  }

  #enqueue(pending: Pending): void {
    this.#queue.push(pending);
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
      await beginWrite(this.#sql.begin);
      const answers = group.map(({ perform }) => perform());
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

  async #writeKeyUses(uses: readonly (readonly [keyId: string, atMs: number])[]): Promise<void> {
    await this.#lock.run(async () => {
      try {
        await beginWrite(this.#sql.begin);
        for (const [keyId, atMs] of uses) this.#sql.writeKeyUse(keyId, atMs);
        this.#sql.commit();
      } finally {
        this.#rollback();
      }
    });
  }
}
