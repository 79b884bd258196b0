import type { NumberedKey } from '@/lib/domain/quota/breakdown';
import type { UsagePart } from '@/lib/domain/quota/usage-part';

/** What used the quota of a bot. */
export interface UsageReads {
  /** The parts before the one that its account has, in any order. They are only added and, after their time, deleted. */
  parts(botId: string): Promise<UsagePart[]>;
  /** Ended ones too, the newest first, at most 500. */
  keys(botId: string): Promise<NumberedKey[]>;
}
