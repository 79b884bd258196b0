import type { Account } from '@/lib/domain/bots/account';
import { rollForward } from '@/lib/domain/bots/account';
import { FORM } from '@/lib/domain/quota/usage-part';
import { isEvent } from '@/lib/domain/reports/effect';
import type { AccountRef, Directory, Snapshot, Store } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { ConnectionLost, NotReplicated, Session } from './database';
import { writeDecision } from './effects';
import { type Host, monotonicMs } from './instance';
import { Deadlock } from './locks';
import { lockRow } from './rows';
import { tablesOn } from './tables';

const QUERY_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 8_000;
const CACHED_MAX_MS = 500;
const TRIES_WITHOUT_LOCK = 2;
const DEADLOCK_TRIES = 3;

type Found = {
  readonly account: Account;
  readonly version: number;
  readonly nowMs: number;
  readonly key: number;
};
type Decide = Parameters<Store['call']>[1];

const unavailable = (message: string, isOutcomeUnknown = false) =>
  new StorageUnavailable(message, { isOutcomeUnknown });

/**
 * Sends a statement to the server and waits for its response. Both can be lost, and the response can be late: then the client
 * gives the connection up, and the server may have run the statement, or runs it later.
 */
async function exchange<T>(
  instance: Host,
  actor: string,
  session: Session,
  work: () => Promise<T>,
  isCommit = false,
): Promise<T> {
  const { scheduler, database, process, faults, connections } = instance;
  session.late ??= connections.pop() ?? [];
  const { late } = session;
  const fate = scheduler.random(`${actor} fate`);
  const fails = fate < faults.lostRate;
  let giveUp = (_: StorageUnavailable) => {};
  const isRequestLost = fails && fate < faults.lostRate / 3;
  const response = new Promise<T>((resolve, reject) => {
    giveUp = reject;
    if (isRequestLost) return;
    void scheduler.park(database.process, `${actor} request`, 2).then(async () => {
      try {
        late.push(await work());
        // Of several responses, the first that was sent arrives first.
        if (!fails) resolve(late.shift() as T);
      } catch (error) {
        if (error instanceof Deadlock) reject(error);
        else if (error instanceof NotReplicated) reject(unavailable(error.message, true));
        else if (error instanceof ConnectionLost) reject(unavailable(error.message, isCommit));
        else reject(error);
      }
    });
  });
  const patienceMs = fails ? scheduler.random(`${actor} patience`) * 20 : QUERY_TIMEOUT_MS;
  void scheduler.wait(process, patienceMs).then(() => {
    database.cancel(session);
    giveUp(unavailable('The response was not received.', isCommit));
  });
  try {
    const value = await response;
    await scheduler.park(process, `${actor} response`, 2);
    if (session.isEnded) connections.push(late);
    return value;
  } catch (error) {
    // Its connection is closed, with whatever still arrives on it.
    // A request that is on its way is run all the same, half of the time.
    if (isCommit && scheduler.random(`${actor} end`) < 0.5)
      void scheduler.wait(database.process, 50).then(() => session.end());
    else session.end();
    throw error;
  }
}

/** The store on PostgreSQL, with its promises: a read and one write on the condition that the row is as it was read. */
export class SimulatedPostgres implements Store {
  readonly #instance: Host;
  readonly #actor: string;
  readonly #ends: Map<string, Promise<unknown>>;
  readonly #seen = new WeakMap<Snapshot, Found & { readonly at: number }>();

  /** `ends` is shared by all stores of an instance. */
  constructor(instance: Host, actor: string, ends: Map<string, Promise<unknown>>) {
    this.#instance = instance;
    this.#actor = actor;
    this.#ends = ends;
  }

  async find(ref: AccountRef): Promise<Snapshot | null> {
    const found = await this.#alone((session) => this.#read(session, ref));
    if (found === null) return null;
    const account = rollForward(this.#withHeartbeat(found.account), found.nowMs);
    const snapshot = { account, nowMs: found.nowMs };
    this.#seen.set(snapshot, { ...found, at: monotonicMs(this.#instance) });
    return snapshot;
  }

  call: Store['call'] = (ref, decide, snapshot) => {
    const until = monotonicMs(this.#instance) + REQUEST_TIMEOUT_MS;
    const subject =
      'botId' in ref ? ref.botId : (this.#instance.database.table('keys').get(ref.keyHash)?.botId ?? '');
    const earlier = this.#ends.get(subject);
    const seen = snapshot && this.#seen.get(snapshot);
    const called =
      earlier === undefined
        ? this.#call(ref, decide as Decide, seen)
        : earlier.then(() => {
            if (until - monotonicMs(this.#instance) < QUERY_TIMEOUT_MS)
              throw unavailable('PostgreSQL takes too long.');
            return this.#call(ref, decide as Decide, undefined);
          });
    const forget = () => {
      if (this.#ends.get(subject) === end) this.#ends.delete(subject);
    };
    const end = called.then(forget, forget);
    this.#ends.set(subject, end);
    return called as ReturnType<Store['call']> as never;
  };

  async #call(ref: AccountRef, decide: Decide, found: (Found & { readonly at: number }) | undefined) {
    let seen = found;
    if (seen !== undefined && monotonicMs(this.#instance) - seen.at > CACHED_MAX_MS) seen = undefined;
    for (let tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
      const read = seen ?? (await this.#alone((session) => this.#read(session, ref)));
      if (read === null) return null;
      const nowMs = read.nowMs + Math.floor(seen === undefined ? 0 : monotonicMs(this.#instance) - seen.at);
      const called = await this.#decide({ ...read, nowMs }, decide, (write) => this.#alone(write, true));
      if (called !== null) return called;
      seen = undefined;
    }
    return this.#callLocked(ref, decide);
  }

  /** Decides on a row and writes; `null` if another call changed the row in between. */
  async #decide(
    read: Found,
    decide: Decide,
    runWrite: (write: (session: Session) => Promise<boolean>) => Promise<boolean>,
  ) {
    const before = this.#withHeartbeat(read.account);
    const decision = decide(before, read.nowMs, read.key);
    const { account, effects, outcome } = decision;
    if (account !== before || effects.length > 0) {
      const isWritten = await runWrite(async (session) => {
        await lockRow(session, 'bots', account.botId);
        if (session.get('bots', account.botId)?.version !== read.version) return false;
        await writeDecision(session, decision);
        return true;
      });
      if (!isWritten) return null;
    }
    if (effects.some(isEvent)) this.#instance.onEvents();
    return { account, nowMs: read.nowMs, outcome };
  }

  async #callLocked(ref: AccountRef, decide: Decide) {
    const { database } = this.#instance;
    const session = new Session(database, this.#instance.process);
    const run = <T>(work: () => Promise<T>, isCommit = false) =>
      exchange(this.#instance, this.#actor, session, work, isCommit);
    try {
      const found = await run(async () => this.#read(session, ref));
      if (found === null) return null;
      await run(() => lockRow(session, 'bots', found.account.botId));
      const locked = await run(async () => this.#read(session, ref));
      const called = locked && (await this.#decide(locked, decide, (write) => run(() => write(session))));
      await run(() => database.commit(session), true);
      return called;
    } finally {
      if (!session.isCommitting) session.end();
    }
  }

  /** Runs a statement as a transaction of its own. */
  #alone<T>(work: (session: Session) => Promise<T> | T, isWrite = false): Promise<T> {
    const session = new Session(this.#instance.database, this.#instance.process);
    const run = async () => {
      const value = await work(session);
      if (isWrite) await this.#instance.database.commit(session);
      session.end();
      return value;
    };
    return exchange(this.#instance, this.#actor, session, run, isWrite);
  }

  #read(session: Session, ref: AccountRef): Found | null {
    const key = 'keyHash' in ref ? session.get('keys', ref.keyHash) : undefined;
    const row = session.get('bots', 'botId' in ref ? ref.botId : (key?.botId ?? ''));
    return row === undefined ? null : { ...row, nowMs: session.database.nowMs, key: key?.number ?? FORM };
  }

  #withHeartbeat(account: Account): Account {
    const atMs = this.#instance.heartbeats.get(account.botId);
    return atMs === undefined
      ? account
      : { ...account, lastHeartbeatAtMs: Math.max(atMs, account.lastHeartbeatAtMs ?? atMs) };
  }

  noteUse({ account, nowMs }: Snapshot, isHeartbeat: boolean): void {
    if (isHeartbeat) this.#instance.heartbeats.set(account.botId, nowMs);
  }

  async probe(): Promise<void> {}
  async close(): Promise<void> {}
}

/** The directory on PostgreSQL: transactions at READ COMMITTED under named locks. */
export function postgresDirectory(instance: Host, actor: string): Directory {
  const { database, scheduler, process, faults } = instance;
  const statement = async () => {
    await scheduler.park(process, `${actor} statement`);
    if (scheduler.random(`${actor} fate`) < faults.lostRate / 2)
      throw unavailable('The connection was lost.');
  };
  const transaction = async <R>(
    locks: Parameters<Directory['write']>[0],
    work: Parameters<Directory['write']>[1],
  ) => {
    const session = new Session(database, process);
    try {
      await statement();
      for (const { name, isShared } of ordered(locks)) await session.lock(name, isShared);
      const result = await work(tablesOn(session, statement), database.nowMs);
      const hasEvents = [...session.changes.values()].some(({ table }) => table === 'events');
      await exchange(instance, actor, session, () => database.commit(session), true);
      if (hasEvents) instance.onEvents();
      return result as R;
    } catch (error) {
      throw error instanceof ConnectionLost ? unavailable(error.message) : error;
    } finally {
      if (!session.isCommitting) session.end();
    }
  };
  return {
    async read(work) {
      await statement();
      const session = new Session(database, process);
      try {
        return await work(tablesOn(session, statement), database.nowMs);
      } finally {
        session.end();
      }
    },
    atOneTime: () => postgresDirectory(instance, actor),
    readHistory: () => Promise.reject(new Error('Reads of histories are not simulated.')),
    async write(locks, work) {
      for (let tries = 1; ; tries++) {
        try {
          return (await transaction(locks, work)) as never;
        } catch (error) {
          if (!(error instanceof Deadlock) || tries === DEADLOCK_TRIES) throw error;
        }
      }
    },
  };
}

/** In one order for all, so that writes cannot wait for each other; a name that is also wanted alone is not shared. */
function ordered(locks: Parameters<Directory['write']>[0]) {
  const isShared = new Map<string, boolean>();
  for (const lock of locks) isShared.set(lock.name, lock.isShared && isShared.get(lock.name) !== false);
  return [...isShared]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, shared]) => ({ name: `lock ${name}`, isShared: shared }));
}
