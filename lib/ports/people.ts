import type { AlertSettings as Settings } from '@/lib/domain/alerts/alert-settings';
import type { DigestChoice } from '@/lib/domain/alerts/digest';
import type { PersonNotice } from '@/lib/domain/alerts/notification';
import type { AccessLink, LinkKind } from '@/lib/domain/people/access-link';
import type { ConnectedIdentity, Identity, Session, User, UserListing } from '@/lib/domain/people/caller';
import type { Attempts } from '@/lib/domain/people/throttle';
import type { Page, PageQuery } from '@/lib/domain/text/paging';

/** People and their password hashes. */
export interface Users {
  findById(id: string): Promise<User | null>;
  /** In no order, without unknown ones. */
  listByIds(ids: readonly string[]): Promise<User[]>;
  findByEmail(email: string): Promise<User | null>;
  list(): Promise<User[]>;
  /** Searches name and address by substring; sorted by `name`, `email`, `role` or `created`. */
  search(query: PageQuery): Promise<Page<UserListing>>;
  count(): Promise<number>;
  /** In any order. */
  listEnabledAdmins(): Promise<User[]>;
  /** Admins who can sign in. */
  countEnabledAdmins(): Promise<number>;
  insert(user: Omit<User, 'timeZone'>, passwordHash: string | null): Promise<void>;
  update(
    id: string,
    change: Partial<Pick<User, 'name' | 'role' | 'isDisabled' | 'isInvited' | 'timeZone'>>,
    nowMs: number,
  ): Promise<void>;
  /** `null` if there is no such user. */
  findDigest(
    id: string,
  ): Promise<{ readonly choice: DigestChoice | null; readonly dueAtMs: number | null } | null>;
  /** `dueAtMs` is when the next one is due; `null` for never. */
  setDigest(id: string, choice: DigestChoice | null, dueAtMs: number | null): Promise<void>;
  /** Up to `max` ids of people whose digest is due, or planned later than any can be. */
  listDigestsDue(nowMs: number, max: number, except: readonly string[]): Promise<string[]>;
  /** `null` if there is no such user or they have no password. */
  findPasswordHash(id: string): Promise<string | null>;
  /** `null` removes the password. */
  setPasswordHash(id: string, passwordHash: string | null): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Accounts at other providers with which people can sign in. */
export interface Identities {
  findUserId(identity: Identity): Promise<string | null>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<ConnectedIdentity[]>;
  insert(identity: Identity, userId: string, nowMs: number): Promise<void>;
  delete(identity: Identity): Promise<void>;
}

/** Sessions, by the hash of the secret in the browser's cookie. */
export interface Sessions {
  find(hash: string): Promise<Session | null>;
  findWithUser(hash: string): Promise<{ readonly session: Session; readonly user: User } | null>;
  /** Unexpired sessions, newest first; `page` counts from 1. */
  listOfUser(userId: string, page: number, pageSize: number, nowMs: number): Promise<Session[]>;
  countOfUser(userId: string, nowMs: number): Promise<number>;
  insert(session: Session): Promise<void>;
  setConfirmed(hash: string, atMs: number | null): Promise<void>;
  delete(hash: string): Promise<void>;
  /** Deletes all sessions of a person except `exceptHash`. */
  deleteOfUser(userId: string, exceptHash?: string): Promise<void>;
  /** Deletes all sessions of a person but the `keptMax` newest. */
  deleteOldestOfUser(userId: string, keptMax: number): Promise<void>;
  deleteExpired(nowMs: number): Promise<void>;
}

/** Counters of sign-in attempts, by account, network or known browser. */
export interface SignInAttempts {
  find(subject: string): Promise<Attempts | null>;
  put(subject: string, state: Attempts): Promise<void>;
  delete(subject: string): Promise<void>;
  deleteBefore(windowStartMs: number): Promise<void>;
}

/** One-time tokens for creating the first admin, of which only hashes are stored. */
export interface SetupTokens {
  insert(hash: string, nowMs: number): Promise<void>;
  exists(hash: string): Promise<boolean>;
  deleteAll(): Promise<void>;
}

/** Links for invited people and for new passwords, by the hash of their token. */
export interface AccessLinks {
  find(hash: string): Promise<AccessLink | null>;
  /** The newest `max` unexpired invitations, newest first. */
  listInvitations(nowMs: number, max: number): Promise<AccessLink[]>;
  /** The invitation of an address that was not used, also if it has expired. */
  findInvitation(email: string): Promise<AccessLink | null>;
  insert(link: AccessLink): Promise<void>;
  /** Deletes the links for an address, of one issuer or all. */
  deleteOfAddress(kind: LinkKind, email: string, issuer?: string): Promise<void>;
  /** Deletes the links for a person, of one kind or all; returns how many. */
  deleteOfUser(userId: string, kind?: LinkKind): Promise<number>;
  deleteIssuedBy(userId: string): Promise<void>;
  deleteExpired(nowMs: number): Promise<void>;
}

/** Notices to people about their own accounts, until they dismiss them. */
export interface Notices {
  insert(notice: PersonNotice, userId: string): Promise<void>;
  /** Newest first. */
  listOfUser(userId: string): Promise<PersonNotice[]>;
  /** Deletes the notices of `ids` that belong to this person. */
  delete(userId: string, ids: readonly string[]): Promise<void>;
}

type SettingsKey = { readonly userId: string; readonly botId: string };

/** People's settings for the events of their bots. */
export interface AlertSettings {
  /** The defaults if the person has chosen nothing for this bot. */
  find(userId: string, botId: string): Promise<Settings>;
  put(userId: string, botId: string, settings: Settings): Promise<void>;
  /** Whose message about a silence is to be repeated, the longest due first. `except` are ids of bots. */
  listRepeatsDue(nowMs: number, max: number, except: readonly string[]): Promise<SettingsKey[]>;
  /** When it is next to be repeated; `null` while the bot is not silent. */
  setRepeat(userId: string, botId: string, atMs: number | null): Promise<void>;
  /** Deletes everyone's settings for a bot. */
  deleteOfBot(botId: string): Promise<void>;
}
