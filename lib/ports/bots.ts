import type { Account } from '@/lib/domain/account';
import type { Bot, BotListing } from '@/lib/domain/bot';
import type { Retention, SeriesPoint } from '@/lib/domain/history';
import type { Page, PageQuery } from '@/lib/domain/paging';
import type { SilenceTerms } from '@/lib/domain/silence-terms';

/** A bot's reports from `fromMs` until `untilMs`: the last one of each `bucketMs`, oldest first. */
export type SeriesQuery = {
  readonly botId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly bucketMs: number;
};

/** The reports stored under one bot id; `bot` is `null` if the bot was deleted and its reports were not yet. */
export type History = { readonly botId: string; readonly oldestAtMs: number; readonly bot: Bot | null };

/** Bots and their reports. Metered calls use the Store instead. */
export interface Bots {
  findById(id: string): Promise<Bot | null>;
  list(): Promise<Bot[]>;
  /** In any order. */
  accountsOwnedBy(userId: string): Promise<Account[]>;
  /** Searches name, id and owner by substring; sorted by `name`, `id`, `plan`, `owner`, `registered` or `report`. */
  search(query: PageQuery): Promise<Page<BotListing>>;
  series(query: SeriesQuery): Promise<SeriesPoint[]>;
  countOwnedBy(userId: string): Promise<number>;
  insert(bot: Bot): Promise<void>;
  update(
    id: string,
    change: Partial<
      Pick<Bot, 'name' | 'ownerId' | 'isDisabled'> &
        Retention &
        Pick<SilenceTerms, 'enabledAtMs' | 'formerIntervalMinutes'>
    >,
    nowMs: number,
  ): Promise<void>;
  /** Ordered by bot id, starting after `afterBotId`. */
  listHistories(afterBotId: string, max: number): Promise<History[]>;
  /** Deletes up to `max` of a bot's oldest reports before `beforeMs`; returns whether there are more. */
  pruneReports(botId: string, beforeMs: number, max: number): Promise<boolean>;
  /** Deletes a bot with its counters, keys and refusals. Its reports stay until pruneReports deletes them. */
  delete(id: string): Promise<void>;
}
