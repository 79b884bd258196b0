import type { Account } from '@/lib/domain/account';
import type { SilenceSearch } from '@/lib/domain/silence-search';

/** Some bots, in the order of their ids. */
export type SilenceSlice = {
  readonly bots: number;
  /** `''` if there are none. */
  readonly lastBotId: string;
  /** Bots that cannot be silent yet. */
  readonly alive: number;
  /** Bots that are listed by `suspects`. */
  readonly suspects: number;
};

/**
 * Silences of bots. The last reports have no index, which each report would have to change, so bots are looked through
 * a slice at a time.
 */
export interface Silences {
  /** Looks at up to `max` bots after `afterBotId`. */
  look(search: SilenceSearch, afterBotId: string, max: number): Promise<SilenceSlice>;
  /**
   * Up to `max` bots after `afterBotId` until `lastBotId`, by id, whose silence may have to be told, or its end: bots
   * that can be silent and were not told, and ones that were and sent a heartbeat within the last hour. With the last
   * bot of these, also if it cannot be read.
   */
  suspects(
    search: SilenceSearch,
    afterBotId: string,
    lastBotId: string,
    max: number,
  ): Promise<{ readonly accounts: Account[]; readonly lastBotId: string }>;
  /** How many silences were told since. */
  countTold(sinceMs: number): Promise<number>;
}
