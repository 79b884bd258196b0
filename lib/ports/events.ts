import type { BotEvent, NewEvent } from '@/lib/domain/event';

/** The events of bots (contract section 9). Metered calls write theirs as effects (lib/ports/store.ts). */
export interface Events {
  /** Writes each event, unless its bot has one of this type and period. */
  insert(events: readonly NewEvent[]): Promise<void>;
  /** In any order, without unknown ones. */
  listByIds(ids: readonly string[]): Promise<BotEvent[]>;
  /** A bot's latest events at `sinceMs` or later, the latest first. */
  listOfBot(botId: string, sinceMs: number, max: number): Promise<BotEvent[]>;
  /** Deletes up to `max` events from before `beforeMs`; returns whether there are more. */
  deleteBefore(beforeMs: number, max: number): Promise<boolean>;
}
