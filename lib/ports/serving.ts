import type { ServingTime } from '@/lib/domain/serving';

/** The times in which at least one instance was serving. */
export interface Serving {
  /** Extends the current stretch until `untilMs`; starts a new one at `nowMs` if it has ended. */
  renew(nowMs: number, untilMs: number): Promise<void>;
  /** The stretches that ended after `fromMs` or go on. */
  since(fromMs: number): Promise<ServingTime[]>;
  /** Deletes the stretches that ended before. */
  prune(beforeMs: number): Promise<void>;
}
