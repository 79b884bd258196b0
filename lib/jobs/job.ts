import type { Ports } from '@/lib/ports/ports';
import type { WakeSignal } from './wake-signal';

/** A periodic job, run by every instance of the service. Instances may run it at the same time. */
export type Job = {
  readonly name: string;
  /** From the end of a run to the start of the next; at most a day. */
  readonly everyMs: number;
  /** Makes the next run start at once. */
  readonly wake?: WakeSignal;
  /** Runs once. Ends soon after `signal` is aborted; a later run does the rest. */
  readonly run: (ports: Ports, signal: AbortSignal) => Promise<void>;
};
