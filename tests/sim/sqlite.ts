import type { Account } from '@/lib/domain/bots/account';
import { rollForward } from '@/lib/domain/bots/account';
import { FORM } from '@/lib/domain/quota/usage-part';
import { isEvent } from '@/lib/domain/reports/effect';
import type { AccountRef, Directory, Snapshot, Store } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { ConnectionLost, Session } from './database';
import { writeDecision } from './effects';
import type { Host } from './instance';
import { tablesOn } from './tables';

/** The one writer at a time that SQLite has. */
export const WRITER = 'writer';

type Pending = {
  /** Runs inside the open transaction; returns what to do after the commit. */
  readonly perform: (session: Session) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
};

const unavailable = (isOutcomeUnknown: boolean) =>
  new StorageUnavailable('The disk has failed.', { isOutcomeUnknown });

/** The embedded store, with its promises: calls that arrive together share one transaction, and are answered after its commit. */
export class SimulatedSqlite implements Store {
  readonly #instance: Host;
  readonly #known = new Map<string, Account>();
  #knownAt = -1;
  #queue: Pending[] = [];
  #isDraining = false;

  constructor(instance: Host) {
    this.#instance = instance;
  }

  async find(ref: AccountRef): Promise<Snapshot | null> {
    this.#refresh();
    const { database } = this.#instance;
    const found = this.#read(new Session(database), ref);
    return found && { account: rollForward(found.account, database.nowMs), nowMs: database.nowMs };
  }

  call: Store['call'] = (ref, decide) =>
    new Promise((resolve, reject) => {
      const perform = async (session: Session) => {
        const { nowMs } = session.database;
        const found = this.#read(session, ref);
        if (found === null) return () => resolve(null);
        const { account, effects, outcome } = decide(found.account, nowMs, found.key);
        if (account !== found.account || effects.length > 0)
          await writeDecision(session, { account, effects, outcome });
        this.#known.set(account.botId, session.get('bots', account.botId)?.account ?? account);
        return () => {
          if (effects.some(isEvent)) this.#instance.onEvents();
          resolve({ account, nowMs, outcome });
        };
      };
      this.#queue.push({ perform, reject });
      if (!this.#isDraining) void this.#drain();
    });

  async #drain(): Promise<void> {
    const { scheduler, process, name } = this.#instance;
    this.#isDraining = true;
    while (this.#queue.length > 0) {
      await scheduler.park(process, `${name} turn`, 1);
      await this.#commit(this.#queue.splice(0));
    }
    this.#isDraining = false;
  }

  async #commit(group: readonly Pending[]): Promise<void> {
    const { scheduler, database, faults, name, process } = this.#instance;
    const session = new Session(database, this.#instance.process);
    const fate = scheduler.random(`${name} fate`) / faults.lostRate;
    try {
      await session.lock(WRITER);
      this.#refresh();
      const onCommitted: (() => void)[] = [];
      for (const { perform } of group) onCommitted.push(await perform(session));
      if (fate < 0.5) throw unavailable(false);
      await database.commit(session);
      this.#knownAt = database.commits.length;
      await scheduler.wait(process, 0);
      if (fate < 1) throw unavailable(true);
      for (const resolve of onCommitted) resolve();
    } catch (error) {
      this.#known.clear();
      for (const { reject } of group) reject(error instanceof ConnectionLost ? unavailable(true) : error);
    } finally {
      session.end();
    }
  }

  /** Forgets the rows of recent calls if another connection has committed. */
  #refresh(): void {
    const { commits } = this.#instance.database;
    if (this.#knownAt === commits.length) return;
    this.#known.clear();
    this.#knownAt = commits.length;
  }

  #read(session: Session, ref: AccountRef): { readonly account: Account; readonly key: number } | null {
    const key = 'keyHash' in ref ? session.get('keys', ref.keyHash) : undefined;
    const botId = 'botId' in ref ? ref.botId : (key?.botId ?? '');
    const account = this.#known.get(botId) ?? session.get('bots', botId)?.account;
    if (account === undefined) return null;
    this.#known.set(botId, account);
    const heartbeatAtMs = this.#instance.heartbeats.get(botId);
    const lastHeartbeatAtMs = Math.max(heartbeatAtMs ?? 0, account.lastHeartbeatAtMs ?? 0);
    return {
      account: heartbeatAtMs === undefined ? account : { ...account, lastHeartbeatAtMs },
      key: key?.number ?? FORM,
    };
  }

  noteUse({ account, nowMs }: Snapshot, isHeartbeat: boolean): void {
    if (isHeartbeat) this.#instance.heartbeats.set(account.botId, nowMs);
  }

  async probe(): Promise<void> {}
  async close(): Promise<void> {}
}

/** The directory on SQLite: one write at a time, whatever it locks. */
export function sqliteDirectory(instance: Host, actor: string): Directory {
  const { database, scheduler, process, faults } = instance;
  const statement = async () => {
    await scheduler.park(process, `${actor} statement`, 0.2);
    if (scheduler.random(`${actor} fate`) < faults.lostRate / 4) throw unavailable(false);
  };
  return {
    read: (work) => work(tablesOn(new Session(database, process), statement), database.nowMs),
    atOneTime: () => sqliteDirectory(instance, actor),
    readHistory: () => Promise.reject(new Error('Reads of histories are not simulated.')),
    async write(_locks, work) {
      const session = new Session(database, process);
      try {
        await session.lock(WRITER);
        const result = await work(tablesOn(session, statement), database.nowMs);
        const hasEvents = [...session.changes.values()].some(({ table }) => table === 'events');
        await database.commit(session);
        // A process that was killed meanwhile goes no further.
        await scheduler.wait(process, 0);
        if (hasEvents) instance.onEvents();
        return result;
      } catch (error) {
        throw error instanceof ConnectionLost ? unavailable(true) : error;
      } finally {
        session.end();
      }
    },
  };
}
