import type { KeyState, RefusalRow } from '@/lib/domain/refusal';

/** Names a row. */
export type RefusalRef = Pick<RefusalRow, 'botId' | 'id'>;

/** Refused calls by bot, one row a sequence; kept for REFUSALS_KEPT_MS. */
export interface Refusals {
  /** Rows of these bots whose last call was after `sinceMs`, in no order. */
  listOpen(botIds: readonly string[], sinceMs: number): Promise<RefusalRow[]>;
  /** A bot's rows whose last call was at `sinceMs` or later, the latest first. */
  listOfBot(botId: string, sinceMs: number): Promise<RefusalRow[]>;
  /** Inserts rows, or replaces those with the same bot and id. */
  save(rows: readonly RefusalRow[]): Promise<void>;
  /** Deletes a bot's oldest rows of keys in that state beyond REFUSALS_MAX. */
  dropOldest(botId: string, state: KeyState): Promise<void>;
  /** Up to `max` rows whose last call was before `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<RefusalRef[]>;
  delete(rows: readonly RefusalRef[]): Promise<void>;
}
