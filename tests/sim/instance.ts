import type { Ports, ReportHolds } from '@/lib/ports/ports';
import { createReportHolds } from '@/lib/services/calls/report';
import { VoteInbox } from '@/lib/services/votes/inbox';
import type { Database } from './database';
import { postgresDirectory, SimulatedPostgres } from './postgres';
import type { Process, Scheduler } from './scheduler';
import { SimulatedSqlite, sqliteDirectory } from './sqlite';

const HOLD_MAX_MS = 2_000;

/** What an instance of the service runs on. */
export type Host = {
  readonly name: string;
  readonly process: Process;
  readonly scheduler: Scheduler;
  readonly database: Database;
  /** The part of all statements that get lost on the way to the database or back. */
  readonly faults: { lostRate: number };
  /** Its monotonic clock runs a little faster or slower than true time. */
  readonly rate: number;
  /** Idle connections to PostgreSQL, by what is still to arrive on each: nothing, unless a broken one is used again. */
  readonly connections: unknown[][];
  /** Heartbeats that are not written yet. */
  readonly heartbeats: Map<string, number>;
  /** Called when it has stored events. */
  onEvents: () => void;
};

/** One process of the service, from its start until it is killed. `ports` are for one actor, whose steps have latencies of its own. */
export type Instance = Host & {
  readonly ports: (actor: string) => Ports;
  readonly inbox: VoteInbox;
  readonly holds: ReportHolds;
};

export const monotonicMs = ({ scheduler, rate }: Pick<Host, 'scheduler' | 'rate'>): number =>
  scheduler.nowMs * rate;

/** Waits on the monotonic clock of an instance; `false` as soon as `signal` is aborted. */
export const waitOn =
  ({ scheduler, process, rate }: Pick<Host, 'scheduler' | 'process' | 'rate'>): ReportHolds['wait'] =>
  (ms, signal) =>
    new Promise((resolve) => {
      const settle = () => {
        signal.removeEventListener('abort', settle);
        resolve(!signal.aborted);
      };
      if (signal.aborted) return settle();
      signal.addEventListener('abort', settle);
      scheduler.at(scheduler.nowMs + ms / rate, process, settle);
    });

/** A new one each time: one signal would get a listener for every wait. */
export const never = (): AbortSignal => new AbortController().signal;

/** Starts an instance. `webhooks` sends for it, and `newId` names what it creates. */
export function startInstance(
  host: Host,
  webhooks: Ports['webhooks'],
  newId: () => string,
  holdMaxMs = HOLD_MAX_MS,
): Instance {
  const { database } = host;
  const wait = waitOn(host);
  const holds = createReportHolds({ maxMs: holdMaxMs, wait, monotonicMs: () => monotonicMs(host) });
  const embedded = database.kind === 'sqlite' ? new SimulatedSqlite(host) : null;
  const ends = new Map<string, Promise<unknown>>();
  const ports = (actor: string): Ports => ({
    store: embedded ?? new SimulatedPostgres(host, actor, ends),
    directory: embedded === null ? postgresDirectory(host, actor) : sqliteDirectory(host, actor),
    ...{ holds, webhooks, mailer: null, voteProofs: { check: () => null } },
    secrets: { ...({} as Ports['secrets']), newId, hash: (text) => text },
    vault: { seal: (text) => text, open: (text) => text },
    // Nothing that is simulated signs in.
    ...({} as Pick<Ports, 'passwords' | 'unsubscribeTokens'>),
  });
  const inbox = new VoteInbox(ports(`${host.name} inbox`), () => wait(50, never()).then(() => {}));
  return Object.assign(host, { ports, inbox, holds });
}
