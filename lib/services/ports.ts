import type { Account } from '@/lib/domain/account';
import type { KeyLife } from '@/lib/domain/api-key';
import type { Decision } from '@/lib/domain/decide';
import type { Retention } from '@/lib/domain/history';
import type { Role } from '@/lib/domain/principal';
import type { Report } from '@/lib/domain/report';
import type { Attempts } from '@/lib/domain/throttle';

/** What the services need from the outside. Adapters in data, auth and http fill these; container.ts joins them. */

/** Whose account a call is for: a key's bot, or a bot for someone allowed to act for it. */
export type Subject = { readonly keyHash: string } | { readonly botId: string };

/** An account as one moment saw it; `nowMs` is the moment by the clock that counts (contract rule 8). */
export type Snapshot = { readonly account: Account; readonly nowMs: number };

/** The only thing that may change an account. */
export interface Store {
  /** The account of a live key or a bot, settled at `nowMs`; `null` when there is none. */
  find(subject: Subject): Promise<Snapshot | null>;
  /**
   * One metered call: reads the account, decides, and writes what was decided, as one atomic step that is durable
   * before the promise resolves (contract rule 7). `null` when there is no such bot or live key.
   * Rejects with StorageUnavailable when nothing could be stored.
   */
  call<Outcome>(
    subject: Subject,
    decide: (account: Account, nowMs: number) => Decision<Outcome>,
    /** What `find` gave for this subject a moment ago; may save reading it again. */
    seen?: Snapshot,
  ): Promise<(Snapshot & { readonly outcome: Outcome }) | null>;
  /** Resolves when the database can commit now; rejects with StorageUnavailable otherwise. */
  probe(): Promise<void>;
  /** Writes what is pending and lets go of the database. */
  close(): Promise<void>;
}

/** The database cannot commit, or did not say whether it did. Told apart by `code`: bundles do not share classes. */
export class StorageUnavailable extends Error {
  readonly code = 'storage_unavailable';
}

export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'storage_unavailable';

export type User = {
  readonly id: string;
  /** As parseEmail gives it; unique. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly createdAtMs: number;
};

export type Bot = {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly isDisabled: boolean;
  readonly registeredAtMs: number;
} & Retention;

export type ApiKey = KeyLife & {
  readonly id: string;
  readonly botId: string;
  readonly name: string;
  /** The last 4 characters of the key, for people to tell keys apart. */
  readonly last4: string;
  readonly createdAtMs: number;
  /** Accurate to a minute. */
  readonly lastUsedAtMs: number | null;
};

/** A slice of a long list: `page` counts from 1. */
export type PageQuery = {
  readonly text: string;
  readonly sort: string;
  readonly isDescending: boolean;
  readonly page: number;
};
export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number };
export const PAGE_SIZE = 50;

/** A bot with its account and its owner, for lists. */
export type BotListing = {
  readonly bot: Bot;
  readonly account: Account;
  readonly owner: { readonly id: string; readonly name: string; readonly email: string };
};
export type KeyListing = { readonly key: ApiKey; readonly botName: string };
export type UserListing = { readonly user: User; readonly botCount: number };

/** A stretch of a bot's reports: of each `bucketMs` the last one, oldest first. */
export type SeriesQuery = {
  readonly botId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly bucketMs: number;
};
export type SeriesPoint = Report & { readonly atMs: number };

/** The reports under one id; `bot` is `null` when it was deleted and they are still to go. */
export type History = { readonly botId: string; readonly oldestAtMs: number; readonly bot: Bot | null };

/** `before` and `after` hold what changed, never a secret. */
export type AuditEntry = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before?: object;
  readonly after?: object;
};

export type AuditRecord = {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  /** Of an actor who is a person. */
  readonly actorEmail: string | null;
  readonly action: string;
  readonly subject: string;
  /** Of a subject who is a person. */
  readonly subjectEmail: string | null;
  readonly before: object | null;
  readonly after: object | null;
};

export interface Users {
  findById(id: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  list(): Promise<User[]>;
  /** By part of name or address; sorted by `name`, `email`, `role` or `created`. */
  search(query: PageQuery): Promise<Page<UserListing>>;
  count(): Promise<number>;
  /** Admins who can sign in. */
  countEnabledAdmins(): Promise<number>;
  insert(user: User, passwordHash: string | null): Promise<void>;
  update(
    id: string,
    change: Partial<Pick<User, 'name' | 'role' | 'isDisabled'>>,
    nowMs: number,
  ): Promise<void>;
  /** `null` when there is no such user or no password. */
  findPasswordHash(id: string): Promise<string | null>;
  setPasswordHash(id: string, passwordHash: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** A signed-in browser. Its secret is in the browser's cookie; here is only the hash. */
export type Session = {
  readonly hash: string;
  readonly userId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The browser's own description, shortened; for people to recognize it. */
  readonly client: string;
};

export interface Sessions {
  find(hash: string): Promise<Session | null>;
  listOfUser(userId: string): Promise<Session[]>;
  insert(session: Session): Promise<void>;
  delete(hash: string): Promise<void>;
  deleteOfUser(userId: string): Promise<void>;
  deleteExpired(nowMs: number): Promise<void>;
}

/** Counts of sign-in attempts, by account or address. */
export interface SignInAttempts {
  find(subject: string): Promise<Attempts | null>;
  put(subject: string, state: Attempts): Promise<void>;
  delete(subject: string): Promise<void>;
  deleteBefore(windowStartMs: number): Promise<void>;
}

/** Who someone is at another provider: (provider, subject), never an address. */
export type Identity = { readonly provider: string; readonly subject: string };

export interface Identities {
  findUserId(identity: Identity): Promise<string | null>;
  listOfUser(userId: string): Promise<Identity[]>;
  insert(identity: Identity, userId: string, nowMs: number): Promise<void>;
  delete(identity: Identity): Promise<void>;
}

export interface Bots {
  findById(id: string): Promise<Bot | null>;
  list(): Promise<Bot[]>;
  /** By name; `page` counts from 1. */
  listingsOwnedBy(userId: string, page: number, pageSize: number): Promise<BotListing[]>;
  /** By part of name, id or owner; sorted by `name`, `id`, `plan`, `owner`, `registered` or `report`. */
  search(query: PageQuery): Promise<Page<BotListing>>;
  series(query: SeriesQuery): Promise<SeriesPoint[]>;
  countOwnedBy(userId: string): Promise<number>;
  insert(bot: Bot): Promise<void>;
  update(
    id: string,
    change: Partial<Pick<Bot, 'name' | 'ownerId' | 'isDisabled'> & Retention>,
    nowMs: number,
  ): Promise<void>;
  /** By bot's id, those after `afterBotId`. */
  listHistories(afterBotId: string, max: number): Promise<History[]>;
  /** Deletes up to `max` of the oldest reports under a bot's id, those before `beforeMs`; says whether there are more. */
  pruneReports(botId: string, beforeMs: number, max: number): Promise<boolean>;
  /** With its counters and keys. Its reports stay, and are pruneReports' to delete. */
  delete(id: string): Promise<void>;
}

export interface Keys {
  findById(id: string): Promise<ApiKey | null>;
  listOfBot(botId: string): Promise<ApiKey[]>;
  /** By part of key name, bot or last 4; sorted by `name`, `bot`, `created` or `used`. */
  search(query: PageQuery): Promise<Page<KeyListing>>;
  insert(key: ApiKey, hash: string): Promise<void>;
  setLife(id: string, life: KeyLife): Promise<void>;
}

export interface AuditLog {
  append(entry: AuditEntry, nowMs: number): Promise<void>;
  /** By part of action, subject or actor; newest first unless ascending. */
  search(query: PageQuery): Promise<Page<AuditRecord>>;
}

/** One-time tokens for the first admin; only their hashes are kept. */
export interface SetupTokens {
  insert(hash: string, nowMs: number): Promise<void>;
  exists(hash: string): Promise<boolean>;
  deleteAll(): Promise<void>;
}

export type Tables = {
  readonly users: Users;
  readonly bots: Bots;
  readonly keys: Keys;
  readonly audit: AuditLog;
  readonly setupTokens: SetupTokens;
  readonly sessions: Sessions;
  readonly signInAttempts: SignInAttempts;
  readonly identities: Identities;
};

/** Everything that is not a metered call. `nowMs` is the clock that counts. Rejects with StorageUnavailable. */
export interface Directory {
  read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R>;
  /** One transaction: all of the work or, when it rejects, none of it. One writer at a time. */
  write<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R>;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for `null` (no such account, no password) as for a hash; then always `false`. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Secrets from a CSPRNG, and the one-way form in which they are stored. */
export interface Secrets {
  newId(): string;
  /** A complete API key. */
  newKey(): string;
  newToken(): string;
  /** SHA-256, as 64 hex digits. */
  hash(secret: string): string;
}

/** What every service is given first. */
export type Ports = {
  readonly store: Store;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly secrets: Secrets;
};
