import { seeded } from '@/tests/support/random';

/** Repeatable randomness for a name: a stream that does not change when others are drawn from or left out. */
export function streamOf(seed: number, name: string): () => number {
  let state = seed ^ 0x9e3779b9;
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  return seeded(state);
}

/** What takes steps. One that was killed takes no further step. Its monotonic clock runs at a `rate` of its own. */
export type Process = { readonly name: string; readonly rate: number; isAlive: boolean };

/** Who asks, and what happens to the service from outside. */
export const OUTSIDE: Process = { name: 'outside', rate: 1, isAlive: true };

type Step = { readonly atMs: number; readonly process: Process; take: () => void };

/** A run that takes more steps never ends. */
const STEPS_MAX = 500_000;

/**
 * True time, and all steps that wait for it. Every timer, turn of the event loop and message of the simulated processes waits
 * here, most for a latency of a seeded stream of its own: the order of all steps follows from the seed.
 */
export class Scheduler {
  nowMs = 0;
  steps = 0;
  /** The process whose step is being taken. */
  current: Process = OUTSIDE;
  readonly trace: string[] = [];
  readonly #streams = new Map<string, () => number>();
  /** The next one first. */
  readonly #steps: Step[] = [];

  constructor(readonly seed: number) {}

  /** From 0 to 1, of the stream of a name. */
  random(name: string): number {
    const stream = this.#streams.get(name) ?? streamOf(this.seed, name);
    this.#streams.set(name, stream);
    return stream();
  }

  /** A line of the trace. */
  note(text: string): void {
    this.trace.push(`${(this.nowMs / 1_000).toFixed(4).padStart(10)} ${text}`);
  }

  /** A short latency most of the time, sometimes one that others overtake. */
  latencyMs(name: string, upToMs = 3): number {
    const drawn = this.random(name);
    return drawn < 0.93 ? (drawn / 0.93) * upToMs : upToMs + (drawn - 0.93) * 1_500;
  }

  wait(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, process, resolve));
  }

  /** Returns what takes the step back. */
  after(ms: number, process: Process, take: () => void): () => void {
    const step: Step = { atMs: this.nowMs + Math.max(0, ms), process, take };
    // Steps of one time are taken in the order in which they were asked for.
    const at = this.#steps.findLastIndex(({ atMs }) => atMs <= step.atMs) + 1;
    this.#steps.splice(at, 0, step);
    return () => {
      step.take = () => {};
    };
  }

  /** Takes all steps until `untilMs`, or until `isDone`. After each, what needs no further step runs to its end. */
  async run(untilMs: number, isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const next = this.#steps[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#steps.shift();
      this.nowMs = next.atMs;
      if (!next.process.isAlive) continue;
      if (++this.steps > STEPS_MAX) throw new Error('The run does not end.');
      this.current = next.process;
      next.take();
      await new Promise((resolve) => globalThis.setImmediate(resolve));
    }
    this.current = OUTSIDE;
  }
}

let scheduler = new Scheduler(0);
/** The scheduler of the world that runs: one at a time. */
export const running = (): Scheduler => scheduler;
export const runOn = (next: Scheduler): void => {
  scheduler = next;
};
