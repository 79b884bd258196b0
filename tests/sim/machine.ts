import { EventEmitter } from 'node:events';
import * as program from '@/lib/data/sqlite/read-worker-thread.mjs';
import { running } from './scheduler';

/**
 * What the machine gives to the simulated processes in place of Node: timers, a monotonic clock, randomness, threads. run.mjs puts
 * these in wherever the bundled code uses the names.
 */

/** run.mjs makes a function of the program: of its port and its data. */
const { default: run } = program as unknown as { default: (port: EventEmitter, data: unknown) => void };

type Timer = { readonly end: () => void; readonly unref: () => Timer; readonly ref: () => Timer };
const timer = (end: () => void): Timer => {
  const self: Timer = { end, unref: () => self, ref: () => self };
  return self;
};
const after = (ms: number, take: () => void) => running().after(ms, running().current, take);
/** After a latency of a kind, of the process whose step is being taken. */
const soon = (kind: string, upToMs: number, take: () => void) =>
  after(running().latencyMs(`${running().current.name} ${kind}`, upToMs), take);

// A timer of Node fires late, never early.
export const setTimeout = <A extends unknown[]>(then: (...args: A) => void, ms = 0, ...args: A): Timer =>
  timer(after(Math.max(1, ms) / running().current.rate, () => then(...args)));

export function setInterval(then: () => void, ms: number): Timer {
  let end = () => {};
  const next = () => {
    end = after(ms / running().current.rate, () => {
      next();
      then();
    });
  };
  next();
  return timer(() => end());
}

/** Another turn of the event loop: soon, and after what others do meanwhile. */
export const setImmediate = (then: () => void): Timer => timer(soon('turn', 0.2, then));

const clear = (of?: Timer): void => of?.end();

export { clear as clearImmediate, clear as clearInterval, clear as clearTimeout };

export const performance = { now: () => running().nowMs * running().current.rate };

export const simulatedRandom = (): number => running().random(`${running().current.name} random`);

export const randomBytes = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, () => Math.floor(simulatedRandom() * 256)));
export const randomUUID = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The thread of read-worker.ts, which answers after a while. */
export class Worker extends EventEmitter {
  readonly #port = new EventEmitter();

  constructor(_program: string, { workerData }: { readonly workerData: unknown }) {
    super();
    const postMessage = (answer: unknown) => soon('thread', 1, () => this.emit('message', answer));
    run(Object.assign(this.#port, { postMessage }), workerData);
  }

  postMessage(request: object): void {
    soon('thread', 1, () => this.#port.emit('message', request));
  }

  ref(): void {}
  unref(): void {}
  async terminate(): Promise<void> {}
}
