import type { ApiKey, KeyLife, KeyListing, LiveKeys } from '@/lib/domain/api-key';
import type { Page, PageQuery } from '@/lib/domain/paging';

/** A key's id and its bot's, by the hash that a call is authenticated with. */
export type HashedKey = { readonly hash: string; readonly id: string; readonly botId: string };

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
