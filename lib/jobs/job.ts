import type { Ports } from '@/lib/ports/ports';
import type { SetAside } from '@/lib/services/set-aside';

/** A periodic job, run by every instance of the service. Instances may run it at the same time. */
export type Job = {
  readonly name: string;
  /** From the end of a run to the start of the next; at most a day. */
  readonly everyMs: number;
  /** Makes the next run start at once. */
  readonly wake?: WakeSignal;
  /**
   * Runs once. Ends soon after `signal` is aborted; a later run does the rest. `aside` is the same for all runs: what
   * cannot be stored goes there, which reports it, and the run goes on with the rest.
   */
  readonly run: (ports: Ports, signal: AbortSignal, aside?: SetAside) => Promise<void>;
  /** Stores what runs have left, when no further run will begin. */
  readonly end?: (ports: Ports) => Promise<void>;
};

/** Given as the reason: without one, `abort` creates an error with a stack trace, which takes most of its time. */
export const NO_ERROR = null;

/** Tells a job that there is something to do before its period has passed. */
export class WakeSignal {
  #next = new AbortController();

  /** Costs next to nothing, so it may be called by every call. */
  readonly set = (): void => this.#next.abort(NO_ERROR);

  /** Aborted by the next `set`, or by one since the last `reset`. */
  get signal(): AbortSignal {
    return this.#next.signal;
  }

  /** What was set so far is being done. */
  reset(): void {
    if (this.#next.signal.aborted) this.#next = new AbortController();
  }
}
