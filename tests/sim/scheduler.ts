/** Repeatable randomness for a name: a stream that does not change when others are drawn from or left out. */
export function streamOf(seed: number, name: string): () => number {
  let state = seed ^ 0x9e3779b9;
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  return () => {
    // mulberry32: short, and random enough to spread cases.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What waits for its step. A process that was killed takes no further step. */
export type Process = { readonly name: string; isAlive: boolean };

type Step = {
  readonly atMs: number;
  readonly order: number;
  readonly process: Process;
  readonly take: () => void;
};

/** The longest chain of steps of a run: beyond it, something never ends. */
const STEPS_MAX = 200_000;

/**
 * True time, and all that waits for it. Every await of the simulated world is a step that waits here for a latency of its own
 * seeded stream: the order of all steps follows from the seed, and a step that is left out moves no other one.
 */
export class Scheduler {
  readonly seed: number;
  nowMs = 0;
  steps = 0;
  readonly trace: string[] = [];
  readonly #streams = new Map<string, () => number>();
  readonly #heap: Step[] = [];
  #order = 0;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** From 0 to 1, of the stream of a name. */
  random(name: string): number {
    let stream = this.#streams.get(name);
    if (stream === undefined) {
      stream = streamOf(this.seed, name);
      this.#streams.set(name, stream);
    }
    return stream();
  }

  /** A line of the trace. */
  note(text: string): void {
    this.trace.push(`${(this.nowMs / 1_000).toFixed(4).padStart(10)} ${text}`);
  }

  /** Resolves when `process` takes this step: a fast latency most of the time, sometimes one that others overtake. */
  park(process: Process, name: string, upToMs = 3): Promise<void> {
    const drawn = this.random(name);
    const latencyMs = drawn < 0.93 ? (drawn / 0.93) * upToMs : upToMs + (drawn - 0.93) * 1_500;
    return this.wait(process, latencyMs);
  }

  wait(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + ms, process, resolve));
  }

  at(atMs: number, process: Process, take: () => void): void {
    const step = { atMs: Math.max(atMs, this.nowMs), order: ++this.#order, process, take };
    const heap = this.#heap;
    let at = heap.push(step) - 1;
    for (let up = (at - 1) >> 1; at > 0 && isBefore(step, heap[up]); at = up, up = (at - 1) >> 1) {
      heap[at] = heap[up] as Step;
    }
    heap[at] = step;
  }

  /** Takes all steps until `untilMs`, or until `isDone`. After each, what needs no further step runs to its end. */
  async run(untilMs: number, isDone = () => false): Promise<void> {
    while (!isDone()) {
      const next = this.#heap[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#removeFirst();
      this.nowMs = next.atMs;
      if (!next.process.isAlive) continue;
      if (++this.steps > STEPS_MAX) throw new Error('The run does not end.');
      next.take();
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!isDone() && untilMs !== Number.POSITIVE_INFINITY) this.nowMs = Math.max(this.nowMs, untilMs);
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down + 1 < heap.length && isBefore(heap[down + 1], heap[down])) down += 1;
      if (down >= heap.length || !isBefore(heap[down], last)) break;
      heap[at] = heap[down] as Step;
      at = down;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Step | undefined, b: Step | undefined): boolean =>
  a !== undefined && b !== undefined && (a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order));
