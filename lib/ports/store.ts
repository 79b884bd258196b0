import type { Account } from '@/lib/domain/account';
import type { Decision } from '@/lib/domain/decide';

/** Whose account a call is for: that of a key's bot, or of a bot that the caller may act for. */
export type AccountRef = { readonly keyHash: string } | { readonly botId: string };

/** An account at one moment; `nowMs` is that moment by the authoritative clock (contract rule 8). */
export type Snapshot = { readonly account: Account; readonly nowMs: number };

/** The only port that changes accounts. */
export interface Store {
  /** The account of a live key or a bot, rolled forward to `nowMs`; `null` if there is none. */
  find(ref: AccountRef): Promise<Snapshot | null>;
  /**
   * One metered call: reads the account, decides, and writes the decision in one atomic step that is durable when the
   * promise resolves (contract rule 7). `null` if there is no such bot or live key. Rejects with StorageUnavailable
   * if nothing was stored or, with `isOutcomeUnknown`, if that is unknown.
   */
  call<Outcome>(
    ref: AccountRef,
    decide: (account: Account, nowMs: number) => Decision<Outcome>,
    /** The recent result of `find` for this account, which saves a store the read outside of a transaction. */
    seen?: Snapshot,
  ): Promise<(Snapshot & { readonly outcome: Outcome }) | null>;
  /**
   * Notes that the key of a snapshot was used by a call that is not metered, and that its bot sent a heartbeat. Both are
   * written within a minute, off the hot path; this instance knows of a heartbeat at once.
   */
  noteUse(snapshot: Snapshot, isHeartbeat: boolean): void;
  /** Resolves if the database can commit now; otherwise rejects with StorageUnavailable. */
  probe(): Promise<void>;
  /** Writes pending data and closes the database. */
  close(): Promise<void>;
}
