import type { Account } from '@/lib/domain/bots/account';
import type { KeyNumber } from '@/lib/domain/quota/usage-part';
import type { AccountRef } from '@/lib/ports/ports';
import type { Database } from './driver.mjs';

/** An account as it is stored, and the key that it was found by. */
export type KnownRow = { readonly account: Account; readonly key: KnownKey | null };
type KnownKey = {
  readonly id: string;
  readonly botId: string;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly number: KeyNumber;
};

/** More than are called at a time; with more, all are read again. */
const ROWS_MAX = 20_000;

/**
 * The rows of recent calls. SQLite itself says when another connection, of this process or another, has committed; all are
 * forgotten then. The store's own connection says what it writes.
 */
export class KnownRows {
  readonly #dataVersion: { get(): unknown };
  readonly #accounts = new Map<string, Account>();
  readonly #keys = new Map<string, KnownKey>();
  #version: unknown;

  constructor(database: Database) {
    this.#dataVersion = database.prepare('PRAGMA data_version').pluck();
  }

  /** To be called inside each transaction, and before each read outside of one. */
  refresh(): void {
    const version = this.#dataVersion.get();
    if (version === this.#version && this.#keys.size < ROWS_MAX && this.#accounts.size < ROWS_MAX) return;
    this.forgetAll();
    this.#version = version;
  }

  find(ref: AccountRef): KnownRow | null {
    const key = 'keyHash' in ref ? (this.#keys.get(ref.keyHash) ?? null) : null;
    const account = this.#accounts.get('botId' in ref ? ref.botId : (key?.botId ?? ''));
    return account === undefined ? null : { account, key };
  }

  add(ref: AccountRef, { account, key }: KnownRow): void {
    this.#accounts.set(account.botId, account);
    if ('keyHash' in ref && key !== null) this.#keys.set(ref.keyHash, key);
  }

  /** `account` was written. */
  setAccount(account: Account): void {
    this.#accounts.set(account.botId, account);
  }

  /** A part of the row was written that `setAccount` does not know. */
  forgetAccount(botId: string): void {
    this.#accounts.delete(botId);
  }

  /** After a rollback. */
  forgetAll(): void {
    this.#accounts.clear();
    this.#keys.clear();
  }
}
