import type { BotEvent, EventType, NewEvent } from '@/lib/domain/event';
import type { Waiting } from './waiting';

/** Selects events of some types that happened until a moment. */
type EventFilter = { readonly types: readonly EventType[]; readonly untilMs: number };

/** The events of bots (contract section 9). Metered calls write theirs as effects (lib/ports/store.ts). */
export interface Events {
  /** Writes each event, unless its bot has one of this type and period. */
  insert(events: readonly NewEvent[]): Promise<void>;
  /** In any order, without unknown ones and those that cannot be read. */
  listByIds(ids: readonly string[]): Promise<BotEvent[]>;
  /** A bot's latest events at `sinceMs` or later, the latest first, without those that cannot be read. */
  listOfBot(botId: string, sinceMs: number, max: number, only?: EventFilter): Promise<BotEvent[]>;
  /** Those for which no messages were created yet. */
  waiting(): Promise<Waiting>;
  /** Up to `max` events from before `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<Pick<BotEvent, 'id'>[]>;
  delete(ids: readonly string[]): Promise<void>;
  /** Up to `max` events without deliveries and mails that are due, the longest due first. */
  listUnrouted(
    nowMs: number,
    max: number,
    except: readonly string[],
  ): Promise<{ readonly id: string; readonly botId: string }[]>;
  /** Those of the events that have none yet, the longest due first. Rejects if one cannot be read. */
  listUnroutedOf(ids: readonly string[]): Promise<BotEvent[]>;
  /** Notes when the deliveries and mails of events were created. */
  setRouted(ids: readonly string[], atMs: number): Promise<void>;
  /** Notes that there are none for events that were no longer true when they were due. */
  setUntold(ids: readonly string[]): Promise<void>;
  /** Whether deliveries and mails were created of the event of a bot, type and period. */
  wasTold(botId: string, type: EventType, period: string): Promise<boolean>;
}
