import type { tablesOn } from '@/lib/data/tables/tables';
import type { Account } from '@/lib/domain/bots/account';
import type { FactorPolicy, QrDrawing } from '@/lib/domain/people/second-factor';
import type { KeyNumber } from '@/lib/domain/quota/usage-part';
import type { Decision } from '@/lib/domain/reports/decide';
import type { ReadSlot, ReadTurn } from './fair-reads';
import type { Mailer, WebhookSender } from './senders';
import type { VoteProofs } from './vote-proofs';

/** The ports, the first argument of every service. */
export type Ports = {
  readonly store: Store;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly secrets: Secrets;
  readonly holds: ReportHolds;
  readonly vault: Vault;
  /** For the secrets of second factors: under a key of its own, each for its person. */
  readonly factorVault: Vault;
  readonly totp: Totp;
  /** SECOND_FACTOR. */
  readonly factorPolicy: FactorPolicy;
  /** OWNERS_INVITE: whether owners of bots invite people who have no account. */
  readonly ownersInvite: boolean;
  readonly unsubscribeTokens: UnsubscribeTokens;
  /** `null` without SMTP_URL. */
  readonly mailer: Mailer | null;
  readonly webhooks: WebhookSender;
  readonly voteProofs: VoteProofs;
};

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
    /** `key` is the number of the key, or FORM for a bot that is given by its id. */
    decide: (account: Account, nowMs: number, key: KeyNumber) => Decision<Outcome>,
    /** The recent result of `find` for this account, which saves a store the read outside of a transaction. */
    snapshot?: Snapshot,
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

/** The tables that a directory transaction can read and write. */
export type Tables = ReturnType<typeof tablesOn>;
export type History = Tables['history'];

/**
 * The name of something that a write changes or relies on. Writes that hold the same lock run one after the other,
 * unless all of them share it. services/write.ts has the names.
 */
export type Lock = { readonly name: string; readonly isShared: boolean };

/** Reads and writes other than metered calls. `nowMs` is the database's clock. Rejects with StorageUnavailable. */
export interface Directory {
  read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R>;
  /** The same directory, for what is shown together: all its reads have the time of the first one, and read no clock again. */
  atOneTime(): Directory;
  /**
   * Reads of bots' histories, which take long: a few run at a time, and subjects take turns. Once the client has hung
   * up, the read is stopped. Rejects with `tooManyReads` or `readStopped` too.
   */
  readHistory<R>(turn: ReadTurn, work: (history: History, slot: ReadSlot) => Promise<R>): Promise<R>;
  /** Runs `work` in one transaction; rolls back if it rejects. */
  write<R>(locks: readonly Lock[], work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R>;
}

/** Hashing of passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for `null` (no such account, no password) as for a hash, and then returns `false`. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Secrets from a CSPRNG, and the one-way form in which they are stored. */
export interface Secrets {
  newId(): string;
  /** A complete API key. */
  newKey(): string;
  newToken(): string;
  /** A complete secret of a signed webhook, as Standard Webhooks 1.0 writes it. */
  newWebhookSecret(): string;
  /** SHA-256, as 64 hex digits. */
  hash(secret: string): string;
}

/** Encrypts secrets that have to be read again, such as those of webhooks. */
export interface Vault {
  /** `of` is whose it is: nobody else's opens. */
  seal(text: string, of?: string): string;
  /** `null` if it was sealed with another AUTH_SECRET or for another, or is damaged. */
  open(sealed: string, of?: string): string | null;
}

/** Codes of authenticator apps (RFC 6238), and the codes that replace a lost app. */
export interface Totp {
  newSecret(): string;
  /** The QR code that an app reads. */
  draw(secret: string, email: string): QrDrawing;
  /** The step of time that `code` is of, at most one away from that of `nowMs`; `null` if it is of none. */
  stepOf(secret: string, code: string, nowMs: number): number | null;
  newRecoveryCode(): string;
}

/** The mails that a link ends: one type of event of one bot, or what was in one summary. */
export type MailScope =
  | { readonly userId: string; readonly botId: string; readonly type: string }
  | { readonly userId: string; readonly messageId: string };

/** Tokens of links that end mails. They are not stored and work until AUTH_SECRET changes. */
export interface UnsubscribeTokens {
  issue(scope: MailScope): string;
  /** `null` for a token that was not issued here. */
  read(token: string): MailScope | null;
}

/** A metric that is read when metrics are collected: one number, or one for each value of `label`. */
export type Figure = {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () => number | Readonly<Record<string, number>>;
};

/** Where reports that are a little early wait for their moment (contract rule 6). */
export type ReportHolds = {
  /** The longest time, in ms, for which a report of the bot would be held now; 0 if it would not. */
  readonly maxMs: (botId: string) => number;
  /** Occupies the slot of a bot until the returned function is called; `null` if the bot has one already or all are taken. */
  readonly take: (botId: string) => (() => void) | null;
  /** Waits `ms` on a monotonic timer. Resolves to `false` as soon as `signal` is aborted, else to `true`. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
};

/** A response that is held back for its client. */
export type Hold = {
  /** Aborted once the client has hung up. */
  readonly signal: AbortSignal;
  /** Called when it is held back no longer. */
  readonly end: () => void;
};

/** For clients whose connection cannot be seen. */
export const NEVER_HUNG_UP = (): Hold => ({ signal: new AbortController().signal, end: () => {} });
