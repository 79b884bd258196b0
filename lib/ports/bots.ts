import type { Account, AlertState } from '@/lib/domain/bots/account';
import type { Bot, BotListing } from '@/lib/domain/bots/bot';
import type { Retention } from '@/lib/domain/history/history';
import type { ApiKey, KeyLife, KeyListing, LiveKeys } from '@/lib/domain/keys/api-key';
import type { PlanRequest } from '@/lib/domain/quota/plan-request';
import type { ServingTime, SilenceSearch } from '@/lib/domain/silences/silence';
import type { SilenceTerms } from '@/lib/domain/silences/silence-terms';
import type { Page, PageQuery } from '@/lib/domain/text/paging';

export type BotsWithin = { readonly owner?: string; readonly ids?: readonly string[] };

/** Bots. Metered calls use the Store instead; History has the reports. */
export interface Bots {
  findById(id: string): Promise<Bot | null>;
  /** In any order; also bots whose row is damaged elsewhere, which lists leave out. */
  findByIds(ids: readonly string[]): Promise<Bot[]>;
  list(): Promise<Bot[]>;
  findAccount(id: string): Promise<Account | null>;
  /** The account of a bot that anyone may see: the same look-up for an unknown bot and one that is not public. */
  findPublic(id: string): Promise<Account | null>;
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
    change: Partial<
      Pick<Bot, 'name' | 'ownerId' | 'isDisabled' | 'isPublic' | 'disabledReason'> & Retention & SilenceTerms
    > & {
      readonly alerts?: AlertState;
    },
    nowMs: number,
  ): Promise<void>;
  /** Deletes a bot with its counters. Its other rows stay until Removals deletes them. */
  delete(id: string): Promise<void>;
}

/** Owners' requests for larger plans, the latest of each bot. */
export interface PlanRequests {
  find(botId: string): Promise<PlanRequest | null>;
  /** Those that wait for an answer, the oldest first. */
  listOpen(max: number): Promise<PlanRequest[]>;
  countOpen(): Promise<number>;
  /** In place of the bot's earlier one. */
  put(request: PlanRequest): Promise<void>;
  delete(botId: string): Promise<void>;
}

/** A key's id and its bot's, by the hash that a call is authenticated with. */
type HashedKey = { readonly hash: string; readonly id: string; readonly botId: string };

/** API keys, of which only the hash is stored. */
export interface Keys {
  findById(id: string): Promise<ApiKey | null>;
  /** Live keys first, then newest first; `page` counts from 1 and has PAGE_SIZE keys. */
  listOfBot(botId: string, page: number, nowMs: number): Promise<ApiKey[]>;
  /** In no order, without unknown ones. */
  listByIds(ids: readonly string[]): Promise<ApiKey[]>;
  /** Revoked and expired ones too; in no order, without unknown ones. */
  listByHashes(hashes: readonly string[]): Promise<HashedKey[]>;
  countOfBot(botId: string): Promise<number>;
  /** Those of the bots that have a key that works, in no order. */
  botsWithLiveKey(botIds: readonly string[], nowMs: number): Promise<string[]>;
  countLive(botId: string, nowMs: number): Promise<LiveKeys>;
  /** Searches key name, bot and last 4 characters by substring; sorted by `name`, `bot`, `created` or `used`. */
  search(query: PageQuery): Promise<Page<KeyListing>>;
  /** Keys that are `isExpiring` and have no event of that yet, those that expire first first. */
  listExpiring(
    nowMs: number,
    max: number,
    except: readonly string[],
  ): Promise<Pick<ApiKey, 'id' | 'botId'>[]>;
  insert(key: Omit<ApiKey, 'ownExpiresAtMs' | 'replacedByLast4'>, hash: string): Promise<void>;
  setLife(id: string, life: KeyLife): Promise<void>;
  /** Sets the shortened expiry after a rotation, and stores the original one. */
  setRotated(key: Pick<ApiKey, 'id' | 'ownExpiresAtMs'>, life: KeyLife, nowMs: number): Promise<void>;
}

/** Some bots, in the order of their ids. */
type SilenceSlice = {
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
   * Up to `max` bots after `afterBotId` until `lastBotId`, by id, whose silence may have to be notified, or its end: bots
   * that can be silent and were not notified, and ones that were and sent a heartbeat within the last hour. With the last
   * bot of these, also if it cannot be read.
   */
  suspects(
    search: SilenceSearch,
    afterBotId: string,
    lastBotId: string,
    max: number,
  ): Promise<{ readonly accounts: Account[]; readonly lastBotId: string }>;
  /** How many silences were notified since. */
  countNotified(sinceMs: number): Promise<number>;
}

/** The times in which at least one instance was serving. */
export interface Serving {
  /** Extends the current stretch until `untilMs`; starts a new one at `nowMs` if it has ended. */
  renew(nowMs: number, untilMs: number): Promise<void>;
  /** The stretches that ended after `fromMs` or go on. */
  since(fromMs: number): Promise<ServingTime[]>;
  /** Deletes the stretches that ended before. */
  prune(beforeMs: number): Promise<void>;
}

/** What is known about the service itself: counts, searches and claims of jobs, the last backup, the last common outage. */
type FactName = 'bots' | 'backup' | 'silences' | 'outage' | 'folding' | 'watchdog';

/** A value of unknown form: another version may have written it. */
type StoredFact = { readonly atMs: number; readonly value: unknown };

export interface ServiceFacts {
  find(name: FactName): Promise<StoredFact | null>;
  put(name: FactName, value: object, nowMs: number): Promise<void>;
  /** The size of the database in bytes. */
  databaseBytes(): Promise<number>;
}
