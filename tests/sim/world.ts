import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { HungUp } from '@/lib/services/calls/report';
import type { Answer } from './answer';
import { firstChanges, START_MS } from './begin';
import { Database } from './database';
import { type Host, type Instance, startInstance } from './instance';
import { runJobs } from './jobs';
import { Oracle } from './oracle';
import { type Action, END_MS, type Plan } from './plan';
import { serve } from './requests';
import { type Process, Scheduler } from './scheduler';

const CLIENT: Process = { name: 'client', isAlive: true };

/** A world: a database, the instances of the service on it, its clients and what befalls them, all by the steps of a seed. */
export class World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  /** What ended the run early: a promise that is broken, or an error that no one expects. */
  error: unknown = null;
  readonly #plan: Plan;
  readonly #oracle: Oracle;
  readonly #instances: (Instance | null)[] = [];
  readonly #faults = { lostRate: 0 };
  #receivers: 'well' | 'down' | 'slow' = 'well';
  #ids = 0;
  #starts = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.scheduler = new Scheduler(plan.seed);
    this.database = new Database(plan.kind, this.scheduler, START_MS);
    this.#oracle = new Oracle(this.database);
    this.database.onCommit = (commit) =>
      this.#check(() => this.#oracle.committed(commit, this.database.commits.length - 1));
    this.database.apply(firstChanges(plan));
    this.database.safe = 1;
    for (let i = 0; i < plan.instances; i++) this.#start(i);
    for (const action of plan.actions) this.#after(action.atMs, () => void this.#take(action));
  }

  async run(): Promise<void> {
    await this.scheduler.run(END_MS, () => this.error !== null);
    if (this.error === null) this.#check(() => this.#oracle.ended());
  }

  #after = (ms: number, then: () => void) => this.scheduler.at(this.scheduler.nowMs + ms, CLIENT, then);

  #fail = (error: unknown): void => {
    this.error ??= error;
  };

  #check<T>(verify: () => T): T | null {
    try {
      return verify();
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  #start(at: number): void {
    const { scheduler, database } = this;
    const name = `i${at}.${++this.#starts}`;
    const host: Host = {
      ...{ name, scheduler, database, process: { name, isAlive: true }, faults: this.#faults },
      rate: 0.9998 + scheduler.random(`rate of ${name}`) * 0.0004,
      ...{ connections: [], heartbeats: new Map(), onEvents: () => {} },
    };
    const instance = startInstance(host, this.#sender(host), () => `id ${++this.#ids}`);
    this.#instances[at] = instance;
    runJobs(instance, this.#fail);
  }

  #sender({ scheduler, process, name }: Host): Ports['webhooks'] {
    return {
      judge: () => ({ refusal: null, isNamed: false }),
      postDiscord: () => Promise.reject(new Error('Discord is not simulated.')),
      close: async () => {},
      postSigned: async ({ address, id }) => {
        scheduler.note(`${name} posts ${id} to ${address}`);
        const end = this.#check(() => this.#oracle.posting(address, id, name));
        const drawn = scheduler.random(`${name} posts`);
        // Up to the sender's own limit.
        const isSlow = drawn > (this.#receivers === 'slow' ? 0.2 : 0.9);
        await scheduler.wait(process, isSlow ? drawn * 10_000 : drawn * 40);
        const isDelivered = this.#receivers !== 'down';
        end?.(isDelivered);
        scheduler.note(`${name} ${isDelivered ? 'delivered' : 'failed to deliver'} ${id}`);
        return postResult(isDelivered);
      },
    };
  }

  async #take(action: Action): Promise<void> {
    const { database, scheduler } = this;
    const { id, atMs: _, ...what } = action;
    scheduler.note(`${id} ${JSON.stringify(what)}`);
    if (action.do !== 'clock' && 'forMs' in action) this.#oracle.disturbed();
    switch (action.do) {
      case 'kill':
        return this.#kill(action.instance, action.downMs);
      case 'clock':
        database.offsetMs += action.byMs;
        return this.#oracle.clockStepped(action.byMs);
      case 'standby':
        database.hasStandby = false;
        return this.#after(action.forMs, () => database.standbyReturns());
      case 'receiver':
        this.#receivers = action.isSlow ? 'slow' : 'down';
        return this.#after(action.forMs, () => {
          this.#receivers = 'well';
        });
      case 'lossy':
        this.#faults.lostRate = action.rate;
        return this.#after(action.forMs, () => {
          this.#faults.lostRate = 0;
        });
      case 'power':
        return this.#reset(database.safe, false);
      case 'restore':
        return this.#reset(1 + Math.floor(action.part * (database.commits.length - 1)), true);
      default:
        return this.#request(action);
    }
  }

  #kill(at: number, downMs: number): void {
    const instance = this.#instances[at];
    if (!instance) return;
    const { database, scheduler } = this;
    this.#oracle.disturbed();
    this.#oracle.ends(instance.name);
    instance.process.isAlive = false;
    this.#instances[at] = null;
    for (const session of [...database.sessions]) {
      if (session.owner !== instance.process) continue;
      // What was sent already may still be run before the server notices.
      if (scheduler.random('kill') < 0.5) session.end();
      else scheduler.at(scheduler.nowMs + 30, database.process, () => session.end());
    }
    this.#after(downMs, () => {
      if (this.#instances[at] === null) this.#start(at);
    });
  }

  /** The machine is lost, or an older backup is restored: all instances end, and start again on what is left. */
  #reset(kept: number, isRestore: boolean): void {
    for (let at = 0; at < this.#instances.length; at++) this.#kill(at, 5_000);
    this.database.reset(kept);
    this.#check(() => this.#oracle.reset(isRestore));
  }

  async #request(action: Action): Promise<void> {
    const { scheduler } = this;
    const asked = this.#oracle.clients.asks(action);
    await scheduler.park(CLIENT, `${action.id} request`);
    const instance = 'instance' in action ? this.#instances[action.instance] : null;
    if (!instance) return asked.fails();
    const client = new AbortController();
    if ('hangsUpAfterMs' in action && action.hangsUpAfterMs !== null) {
      this.#after(action.hangsUpAfterMs, () => client.abort());
    }
    const { name, inbox } = instance;
    const server = { name, inbox, ports: instance.ports(action.id) };
    const answer = await serve(server, this.#plan, action, client.signal).catch((error): Answer => {
      if (error instanceof HungUp) return { kind: 'hung up' };
      if (isStorageUnavailable(error))
        return { kind: 'unavailable', isOutcomeUnknown: error.isOutcomeUnknown };
      this.#fail(error);
      return { kind: 'changed' };
    });
    await scheduler.park(instance.process, `${action.id} response`);
    scheduler.note(`${action.id} ${answer.kind}${'error' in answer ? ` ${answer.error}` : ''}`);
    this.#check(() => asked.told(answer));
  }
}

export const postResult = (isDelivered: boolean) => ({
  ...{ isDelivered, status: isDelivered ? 200 : 500, reason: isDelivered ? '' : 'It failed.' },
  ...{ tookMs: 1, response: '', retryAfterMs: null, isFromPrivateAddress: false },
});
