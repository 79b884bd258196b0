import type { Delivery } from '@/lib/domain/alerts/delivery';
import type { BotEvent } from '@/lib/domain/alerts/event';
import type { Account } from '@/lib/domain/bots/account';
import type { HourSummary } from '@/lib/domain/history/summary';
import type { User } from '@/lib/domain/people/caller';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import type { TimedReport } from '@/lib/domain/reports/report';
import type { ServingTime } from '@/lib/domain/silences/silence';
import type { Vote } from '@/lib/domain/votes/vote';
import type { StoredWebhook } from '@/lib/ports/events';
import type { StoredRepeat, StoredVoteSource } from '@/lib/ports/votes';
import { Locks } from './locks';
import type { Process, Scheduler } from './scheduler';

/** The rows of the simulated database by table. A row is never changed, only replaced. */
export type Rows = {
  readonly bots: { readonly account: Account; readonly version: number };
  readonly keys: { readonly botId: string; readonly id: string; readonly number: number };
  readonly reports: TimedReport & { readonly botId: string; readonly number: number };
  readonly hours: HourSummary & { readonly botId: string; readonly hourMs: number };
  readonly events: { readonly event: BotEvent; readonly routedAtMs: number | null };
  readonly parts: UsagePart & { readonly botId: string };
  readonly webhooks: {
    readonly webhook: StoredWebhook;
    readonly nextAtMs: number | null;
    readonly leaseUntilMs: number;
    readonly leaseToken: string;
  };
  readonly deliveries: Delivery;
  readonly sources: StoredVoteSource;
  readonly repeats: StoredRepeat;
  readonly votes: Vote;
  readonly voteDays: { readonly botId: string; readonly day: number; readonly votes: number };
  readonly facts: { readonly atMs: number; readonly value: unknown };
  readonly serving: ServingTime;
  readonly users: User;
};
export type Table = keyof Rows;
type Place = { readonly table: Table; readonly id: string };

/** A change of one row, with the row before and after it. */
export type Change = Place & { readonly before: unknown; readonly after: unknown };

/** A committed transaction; `step` is that of the scheduler. */
export type Commit = {
  readonly step: number;
  readonly nowMs: number;
  readonly changes: readonly Change[];
};

/** What a database promises: how its transactions exclude each other, and when a commit survives everything. */
export type Kind = 'sqlite' | 'postgres';

/** The wait of a commit for its standby was cancelled: it is stored, here alone. */
export class NotReplicated extends Error {}
/** A statement on a connection that has ended. */
export class ConnectionLost extends Error {}

/** A connection with its open transaction. */
export class Session {
  readonly database: Database;
  /** The process at the other end; it ends with it. */
  readonly owner: Process | null;
  readonly changes = new Map<string, Change>();
  readonly locks = new Set<string>();
  isEnded = false;
  isCommitting = false;
  /** Responses that arrive after their statement was given up; `null` before the first statement. */
  late: unknown[] | null = null;
  waitsFor: string | null = null;

  constructor(database: Database, owner: Process | null = null) {
    this.database = database;
    this.owner = owner;
  }

  get<T extends Table>(table: T, id: string): Rows[T] | undefined {
    const own = this.changes.get(`${table} ${id}`);
    return (own === undefined ? this.database.table(table).get(id) : own.after) as Rows[T] | undefined;
  }

  /** All rows with their ids, by id. */
  entries<T extends Table>(table: T): [string, Rows[T]][] {
    const rows = new Map<string, unknown>(this.database.table(table));
    for (const { table: of, id, after } of this.changes.values()) {
      if (of === table) after === undefined ? rows.delete(id) : rows.set(id, after);
    }
    return ([...rows] as [string, Rows[T]][]).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  all<T extends Table>(table: T): Rows[T][] {
    return this.entries(table).map(([, row]) => row);
  }

  /** Replaces a row; `undefined` deletes it. */
  put<T extends Table>(table: T, id: string, after: Rows[T] | undefined): void {
    this.changes.set(`${table} ${id}`, { table, id, before: this.database.table(table).get(id), after });
  }

  /** Locks a name until the transaction ends. Rejects with Deadlock if it would wait for itself. */
  async lock(name: string, isShared = false): Promise<void> {
    if (this.isEnded) throw new ConnectionLost('The connection has ended.');
    this.database.sessions.add(this);
    await this.database.locks.acquire(this, name, isShared);
    if (this.isEnded) throw new ConnectionLost('The connection has ended.');
  }

  /** Undoes what is not committed, and ends the transaction. */
  rollback(): void {
    this.changes.clear();
    this.database.locks.release(this);
  }

  /** Ends the connection: an open transaction is undone, a commit that has begun is not. */
  end(): void {
    this.isEnded = true;
    if (this.isCommitting) return;
    this.rollback();
    this.database.sessions.delete(this);
  }
}

/** The database of a world: what is committed, what of it survives a loss of the machine, and who waits for whom. */
export class Database {
  readonly kind: Kind;
  readonly scheduler: Scheduler;
  readonly sessions = new Set<Session>();
  readonly locks = new Locks();
  readonly process: Process = { name: 'database', isAlive: true };
  readonly commits: Commit[] = [];
  /** How many of the commits survive a loss of power, or of the machine when its standby takes over. */
  safe = 0;
  hasStandby = true;
  /** Its clock against true time. */
  offsetMs = 0;
  /** The time that its clock shows while it stands still; `null` while it runs. */
  stoppedAtMs: number | null = null;
  onCommit: (commit: Commit) => void = () => {};
  #rows = new Map<Table, Map<string, unknown>>();
  readonly #standbyWaits = new Map<Session, (outcome: 'confirmed' | 'cancelled' | 'lost') => void>();

  constructor(kind: Kind, scheduler: Scheduler, startMs: number) {
    this.kind = kind;
    this.scheduler = scheduler;
    this.offsetMs = startMs;
  }

  get nowMs(): number {
    return this.stoppedAtMs ?? Math.floor(this.scheduler.nowMs + this.offsetMs);
  }

  table<T extends Table>(name: T): Map<string, Rows[T]> {
    let rows = this.#rows.get(name);
    if (rows === undefined) {
      rows = new Map();
      this.#rows.set(name, rows);
    }
    return rows as Map<string, Rows[T]>;
  }

  /** Commits the transaction of a session, and ends it. Resolves when it survives; until then nobody else sees it. */
  async commit(session: Session): Promise<void> {
    if (session.isEnded) throw new ConnectionLost('The connection has ended.');
    session.isCommitting = true;
    try {
      if (session.changes.size === 0) return;
      await this.scheduler.park(this.process, 'database sync', 2);
      const outcome = this.hasStandby ? 'confirmed' : await this.#standby(session);
      if (outcome === 'lost') throw new ConnectionLost('The server is gone.');
      this.apply([...session.changes.values()]);
      if (outcome === 'cancelled') throw new NotReplicated('A commit was not confirmed by its standby.');
      this.safe = this.commits.length;
    } finally {
      session.isCommitting = false;
      session.rollback();
      if (session.isEnded) this.sessions.delete(session);
    }
  }

  apply(changes: readonly Change[]): void {
    const commit = {
      step: this.scheduler.steps,
      nowMs: this.nowMs,
      changes: changes.map((each) => this.#replace(each)),
    };
    this.commits.push(commit);
    this.onCommit(commit);
  }

  #replace(change: Change): Change {
    const rows = this.table(change.table) as Map<string, unknown>;
    const before = rows.get(change.id);
    if (change.after === undefined) rows.delete(change.id);
    else rows.set(change.id, change.after);
    return { ...change, before };
  }

  #standby(session: Session): Promise<'confirmed' | 'cancelled' | 'lost'> {
    return new Promise((resolve) => this.#standbyWaits.set(session, resolve));
  }

  /** A missing standby is back: what waits for it goes on. */
  standbyReturns(): void {
    this.hasStandby = true;
    this.#endStandbyWaits('confirmed');
  }

  /** A session's wait for a missing standby is cancelled: its commit is on this server alone. */
  cancel(session: Session): void {
    this.#standbyWaits.get(session)?.('cancelled');
    this.#standbyWaits.delete(session);
  }

  #endStandbyWaits(outcome: 'confirmed' | 'lost'): void {
    for (const resolve of this.#standbyWaits.values()) resolve(outcome);
    this.#standbyWaits.clear();
  }

  /** Loses all commits after the first `kept`: a loss of power, a failover, or a backup that is restored. */
  reset(kept: number): void {
    this.#endStandbyWaits('lost');
    for (const session of [...this.sessions]) {
      session.isCommitting = false;
      session.end();
    }
    const commits = this.commits.splice(0);
    this.#rows = new Map();
    for (const commit of commits.slice(0, kept)) {
      for (const change of commit.changes) this.#replace(change);
      this.commits.push(commit);
    }
    this.safe = kept;
    this.hasStandby = true;
  }
}
