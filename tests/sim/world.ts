import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { migratedFile } from '@/tests/support/data/migrated-file';
import { type Fate, Files } from './disk';
import { Database, must } from './facts';
import { Oracle } from './oracle';
import { type Action, END_MS, type Plan } from './plan';
import { OUTSIDE, type Process, runOn, Scheduler } from './scheduler';
import { begin, type Instance, START_MS, send, startInstance } from './service';

/** A world: the files of a database, the processes of the service on it, its clients and what befalls them, by the steps of a seed. */
export class World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  /** What ended the run early: a promise that is broken, or an error that no one expects. */
  error: unknown = null;
  readonly #plan: Plan;
  readonly #oracle: Oracle;
  readonly #files: Files;
  readonly #instances: (Instance | null)[] = [];
  /** Processes that are killed in their next commit. */
  readonly #doomed = new Map<Process, { readonly at: 'before' | 'after'; readonly downMs: number }>();
  #lostRate = 0;
  #areReceiversDown = false;
  #starts = 0;
  #keys: readonly string[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
    this.scheduler = new Scheduler(plan.seed);
    runOn(this.scheduler);
    this.database = new Database(this.scheduler, START_MS);
    this.#oracle = new Oracle(this.database, plan);
    this.#files = new Files(migratedFile(), {
      fateOf: this.#fateOf,
      kill: (process) => this.#kill(this.#instances.findIndex((each) => each?.process === process)),
      onCommit: (tables) => this.#check(() => this.#oracle.committed(this.database.learn(tables))),
    });
  }

  async run(): Promise<void> {
    try {
      await this.#begin();
      for (const action of this.#plan.actions) this.#after(action.atMs, () => this.#take(action));
      await this.scheduler.run(END_MS, () => this.error !== null);
      this.#check(() => {
        for (const at of this.#instances.keys()) this.#kill(at);
        this.#reopen();
        this.#oracle.ended();
      });
    } finally {
      this.database.close();
      this.#files.remove();
    }
  }

  /** Fills the database, and starts all processes on it. */
  async #begin(): Promise<void> {
    const filling = this.#process('filler');
    const fill = async () => {
      const { ports } = await this.#open(filling);
      this.#keys = await begin(ports, this.#plan, this.#files.path);
    };
    this.#after(0, () => void fill().catch(this.#fail), filling);
    await this.scheduler.run(END_MS, () => this.#keys.length > 0 || this.error !== null);
    this.#files.kill(filling);
    filling.isAlive = false;
    this.scheduler.nowMs = 0;
    this.database.open(this.#files.path);
    for (let at = 0; at < this.#plan.instances; at++) this.#start(at);
  }

  #process(name: string): Process {
    return { name, isAlive: true, rate: 0.9998 + this.scheduler.random(`rate of ${name}`) * 0.0004 };
  }

  #after = (ms: number, take: () => void, process = OUTSIDE) => this.scheduler.after(ms, process, take);

  #fail = (error: unknown): void => {
    this.error ??= error;
  };

  #check<T>(verify: () => T): T | null {
    if (this.error !== null) return null;
    try {
      return verify();
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  #start(at: number): void {
    const process = this.#process(`i${at}.${++this.#starts}`);
    const start = async () => {
      const instance = await this.#open(process);
      this.#instances[at] = instance;
      instance.runJobs();
    };
    this.#after(0, () => void start().catch((error) => process.isAlive && this.#fail(error)), process);
  }

  #open(process: Process): Promise<Instance> {
    const nowMs = () => this.database.nowMs;
    return startInstance(process, this.#files.path, nowMs, this.#sender(process), this.#fail);
  }

  #fateOf = (process: Process): Fate => {
    const doom = this.#doomed.get(process);
    if (doom !== undefined) return `killed ${doom.at}`;
    const drawn = this.scheduler.random(`${process.name} commit`) / this.#lostRate;
    return drawn < 0.5 ? 'refused' : drawn < 1 ? 'unconfirmed' : 'stored';
  };

  #sender(process: Process): Ports['webhooks'] {
    const { scheduler } = this;
    const { name } = process;
    return {
      judge: () => ({ refusal: null, isNamed: false }),
      postDiscord: () => Promise.reject(new Error('Discord is not simulated.')),
      close: async () => {},
      postSigned: async ({ address, id }) => {
        scheduler.note(`${name} posts ${id} to ${address}`);
        const end = this.#check(() => this.#oracle.posting(address, id, name));
        const drawn = scheduler.random(`${name} posts`);
        // Up to the sender's own limit.
        await scheduler.wait(process, drawn > 0.9 ? drawn * 10_000 : drawn * 40);
        const isDelivered = !this.#areReceiversDown;
        end?.(isDelivered);
        scheduler.note(`${name} ${isDelivered ? 'delivered' : 'failed to deliver'} ${id}`);
        const answer = { tookMs: 1, response: '', retryAfterMs: null, isFromPrivateAddress: false };
        return isDelivered
          ? { isDelivered, ...answer, status: 200, reason: '' }
          : { isDelivered, ...answer, status: 500, reason: 'It failed.' };
      },
    };
  }

  #take(action: Action): void {
    const { id, atMs: _, ...what } = action;
    this.scheduler.note(`${id} ${JSON.stringify(what)}`);
    const later = (ms: number, undo: () => void) => {
      this.#oracle.facts.isDisturbed = true;
      this.#after(ms, undo);
    };
    if (action.do === 'kill') this.#doom(action.instance, action.at, action.downMs);
    else if (action.do === 'clock') {
      this.database.offsetMs += action.byMs;
      this.#oracle.facts.clockStepped(action.byMs);
    } else if (action.do === 'receiver') {
      this.#areReceiversDown = true;
      later(action.forMs, () => {
        this.#areReceiversDown = false;
      });
    } else if (action.do === 'lossy') {
      this.#lostRate = action.rate;
      later(action.forMs, () => {
        this.#lostRate = 0;
      });
    } else if (action.do === 'power') {
      // They start again later.
      for (let at = 0; at < this.#plan.instances; at++) this.#kill(at, 5_000);
      this.#files.losePower();
      this.#check(() => this.#reopen());
    } else this.#request(action);
  }

  #doom(at: number, when: 'now' | 'before' | 'after', downMs: number): void {
    const instance = this.#instances[at];
    if (!instance) return;
    this.#oracle.facts.isDisturbed = true;
    if (when === 'now') this.#kill(at, downMs);
    else this.#doomed.set(instance.process, { at: when, downMs });
  }

  #kill(at: number, downMs?: number): void {
    const process = this.#instances[at]?.process;
    if (!process) return;
    const down = downMs ?? this.#doomed.get(process)?.downMs;
    this.#oracle.facts.isDisturbed = true;
    this.#oracle.ends(process.name);
    process.isAlive = false;
    this.#doomed.delete(process);
    this.#instances[at] = null;
    this.#files.kill(process);
    this.scheduler.note(`${process.name} is killed`);
    if (this.#instances.every((each) => each === null)) this.#check(() => this.#reopen());
    if (down !== undefined) this.#after(down, () => this.#instances[at] ?? this.#start(at));
  }

  /** The files of processes that have ended hold what was committed: I1 of all that is in them. */
  #reopen(): void {
    const [change] = this.database.open(this.#files.path);
    must('I1 durable', !change, `${change?.table} ${change?.id} is not as it was committed`);
  }

  #request(action: Action): void {
    const oracle = this.#oracle;
    const asked = oracle.asks(action);
    this.#after(this.scheduler.latencyMs(`${action.id} request`), () => {
      const instance = 'instance' in action ? this.#instances[action.instance] : null;
      if (!instance) {
        asked.told = 'lost';
        return;
      }
      const client = new AbortController();
      const hangUp = () => {
        asked.hasHungUp = true;
        client.abort();
      };
      if ('hangsUpAfterMs' in action && action.hangsUpAfterMs !== null)
        this.#after(action.hangsUpAfterMs, hangUp);
      const { process } = instance;
      const serve = async () => {
        const answer = await send(instance, { plan: this.#plan, keys: this.#keys }, action, client.signal);
        if (!process.isAlive || answer === null) return;
        this.scheduler.note(`${action.id} is answered ${answer.status} ${answer.error ?? ''}`);
        this.#check(() => oracle.told(asked, answer));
      };
      const failed = (error: unknown) => process.isAlive && !isStorageUnavailable(error) && this.#fail(error);
      this.#after(0, () => void serve().catch(failed), process);
    });
  }
}
