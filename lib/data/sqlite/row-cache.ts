import type { Account } from '@/lib/domain/account';
import { isKeyLive, type KeyLife } from '@/lib/domain/api-key';
import type { AccountRef, Snapshot } from '@/lib/ports/store';

/** Two generations of accounts are kept, each of about 2 kB. */
const GENERATION_MAX = 4_096;

/** What the database has of an account, with the API key if it was found by one. */
export type StoredRow = { readonly account: Account; readonly key: StoredKey | null };
export type StoredKey = KeyLife & { readonly keyId: string };

/** Whether the row was found by a bot id or by a live key. */
export const isLive = ({ key }: StoredRow, nowMs: number): boolean => key === null || isKeyLive(key, nowMs);

/** An account with the key by which it was found. */
export class FoundSnapshot implements Snapshot {
  constructor(
    readonly account: Account,
    readonly nowMs: number,
    readonly key: StoredKey | null,
  ) {}
}

type AsOf = { readonly rowVersion: number };

/**
 * The rows that calls read or wrote last. An entry says at which version of the rows (RowVersion) it was current: at this
 * version it still is, because every other change of rows makes another one, and calls update or drop what they write.
 * At another version it may be outdated.
 */
export class RowCache {
  readonly #accounts = new Generations<AsOf & { readonly account: Account }>();
  readonly #keys = new Generations<AsOf & { readonly key: StoredKey; readonly botId: string }>();

  /** The row as it was last known, or, with a `rowVersion`, only if it is current at that version. */
  find(ref: AccountRef, rowVersion?: number): StoredRow | null {
    if ('botId' in ref) {
      const account = this.#account(ref.botId, rowVersion);
      return account && { account, key: null };
    }
    const found = this.#keys.get(ref.keyHash);
    if (found === undefined || !isCurrent(found, rowVersion)) return null;
    const account = this.#account(found.botId, rowVersion);
    return account && { account, key: found.key };
  }

  #account(botId: string, rowVersion: number | undefined): Account | null {
    const found = this.#accounts.get(botId);
    return found !== undefined && isCurrent(found, rowVersion) ? found.account : null;
  }

  /** Remembers a row that was read when the data version was `rowVersion`, or later. */
  put(ref: AccountRef, { account, key }: StoredRow, rowVersion: number): void {
    this.update(account, rowVersion);
    if (key !== null && !('botId' in ref)) {
      this.#keys.set(ref.keyHash, { key, botId: account.botId, rowVersion });
    }
  }

  /** Remembers an account as this connection has written it. */
  update(account: Account, rowVersion: number): void {
    this.#accounts.set(account.botId, { account, rowVersion });
  }

  /** Drops the account of a bot, of which this connection has written something else. */
  drop(botId: string): void {
    this.#accounts.delete(botId);
  }

  /** Drops everything, as when a transaction was rolled back. */
  clear(): void {
    this.#accounts.clear();
    this.#keys.clear();
  }
}

const isCurrent = (entry: AsOf, rowVersion: number | undefined) =>
  rowVersion === undefined || entry.rowVersion === rowVersion;

/** The entries that were set or read last: at least GENERATION_MAX, at most twice as many. */
class Generations<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  get(id: string): Value | undefined {
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.set(id, old);
    return old;
  }

  set(id: string, value: Value): void {
    if (this.#young.size >= GENERATION_MAX && !this.#young.has(id)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, value);
  }

  delete(id: string): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
