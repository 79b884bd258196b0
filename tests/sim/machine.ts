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

export function setTimeout<A extends unknown[]>(then: (...args: A) => void, ms = 0, ...args: A): Timer {
  const scheduler = running();
  const process = scheduler.current;
  // A timer of Node fires late, never early.
  return timer(scheduler.after(Math.max(1, ms) / process.rate, process, () => then(...args)));
}

export function setInterval(then: () => void, ms: number): Timer {
  const scheduler = running();
  const process = scheduler.current;
  let end = () => {};
  const next = () => {
    end = scheduler.after(ms / process.rate, process, () => {
      next();
      then();
    });
  };
  next();
  return timer(() => end());
}

/** Another turn of the event loop: soon, and after what others do meanwhile. */
export function setImmediate(then: () => void): Timer {
  const scheduler = running();
  const process = scheduler.current;
  return timer(scheduler.after(scheduler.latencyMs(`${process.name} turn`, 0.2), process, then));
}

export const clearTimeout = (of?: Timer): void => of?.end();
export const clearInterval = (of?: Timer): void => of?.end();
export const clearImmediate = (of?: Timer): void => of?.end();

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
  readonly #answer: (request: object) => void;

  constructor(_program: string, { workerData }: { readonly workerData: unknown }) {
    super();
    const port = new EventEmitter();
    const postMessage = (answer: unknown) => {
      const scheduler = running();
      const process = scheduler.current;
      scheduler.after(scheduler.latencyMs(`${process.name} thread`, 1), process, () =>
        this.emit('message', answer),
      );
    };
    run(Object.assign(port, { postMessage }), workerData);
    this.#answer = (request) => port.emit('message', request);
  }

  postMessage(request: object): void {
    const scheduler = running();
    const process = scheduler.current;
    scheduler.after(scheduler.latencyMs(`${process.name} thread`, 1), process, () => this.#answer(request));
  }

  ref(): void {}
  unref(): void {}
  async terminate(): Promise<void> {}
}
