import type { Account } from '@/lib/domain/account';
import type { AlertState } from '@/lib/domain/alert-state';
import type { Bot, BotListing } from '@/lib/domain/bot';
import type { Retention } from '@/lib/domain/history';
import type { Page, PageQuery } from '@/lib/domain/paging';
import type { SilenceTerms } from '@/lib/domain/silence-terms';

export type BotsWithin = { readonly owner?: string; readonly ids?: readonly string[] };

/** Bots. Metered calls use the Store instead; History has the reports. */
export interface Bots {
  findById(id: string): Promise<Bot | null>;
  list(): Promise<Bot[]>;
  findAccount(id: string): Promise<Account | null>;
  /** In any order. */
  accountsOwnedBy(userId: string): Promise<Account[]>;
  /**
   * Searches name, id and owner by substring, among the bots of the address `owner` and of `ids` if they are given;
   * sorted by `name`, `id`, `plan`, `owner`, `registered` or `report`.
   */
  search(query: PageQuery, within?: BotsWithin): Promise<Page<BotListing>>;
  /** Of the next `max` bots after `afterBotId`, by id; `lastBotId` is `null` if there are no more. */
  accountsAfter(
    afterBotId: string,
    max: number,
  ): Promise<{ readonly accounts: Account[]; readonly lastBotId: string | null }>;
  /** In no order, without unknown ones. */
  listByIds(ids: readonly string[]): Promise<BotListing[]>;
  hasAny(): Promise<boolean>;
  /** Whether any bot has ever reported. */
  hasAnyReport(): Promise<boolean>;
  countOwnedBy(userId: string): Promise<number>;
  /** By name, at most `max`. */
  namesOwnedBy(userId: string, max: number): Promise<Pick<Bot, 'id' | 'name'>[]>;
  insert(bot: Bot): Promise<void>;
  update(
    id: string,
    change: Partial<Pick<Bot, 'name' | 'ownerId' | 'isDisabled'> & Retention & SilenceTerms> & {
      readonly alerts?: AlertState;
    },
    nowMs: number,
  ): Promise<void>;
  /** Deletes a bot with its counters, keys and refusals. Its reports stay until History.prune deletes them. */
  delete(id: string): Promise<void>;
}
