import { DAY_MS, MINUTE_MS } from '../quota/plan';

/** People who sign in. */

export type Role = 'owner' | 'admin';
export const ROLES = ['owner', 'admin'] as const satisfies readonly Role[];

export type User = {
  readonly id: string;
  /** Normalized by parseEmail; unique. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  /** Owns bots, but has not accepted their invitation yet; disabled until then. */
  readonly isInvited?: boolean;
  readonly createdAtMs: number;
  /** An IANA name; `null` for that of the browser, and UTC in messages. */
  readonly timeZone: string | null;
};

/** Whether this is an admin who can sign in; at least one must remain. */
export const isActingAdmin = (user: Pick<User, 'role' | 'isDisabled'>): boolean =>
  user.role === 'admin' && !user.isDisabled;

/** A person in the admins' list. */
export type UserListing = {
  readonly user: User;
  readonly botCount: number;
  /** Accounts at other providers that sign this person in. */
  readonly identityCount: number;
};

/** A person and their current password hash (`''` for none). Never leaves the server. */
export type PasswordVersion = { readonly userId: string; readonly passwordHash: string };

/** A person's account at another provider: (provider, subject), never an email address. */
export type Identity = { readonly provider: string; readonly subject: string };

export type ConnectedIdentity = Identity & { readonly connectedAtMs: number };

const NAME = /^[A-Za-z][A-Za-z0-9+/_-]{0,39}$/;

/** The IANA name of a time zone as this system spells it; `null` if it knows none of that name. */
export function parseTimeZone(text: string): string | null {
  if (!NAME.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A signed-in browser. Its secret is only in the browser's cookie; the service stores a hash. */
export type Session = {
  readonly hash: string;
  readonly userId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The browser's user agent, shortened, so that people recognize it. */
  readonly client: string;
  /** When its person last confirmed the current password; `null` once that was used. */
  readonly confirmedAtMs: number | null;
};

/** Names a session among those of its person. The whole hash stays on the server. */
export const sessionId = (hash: string): string => hash.slice(0, 12);

/** The longest life of a session. */
export const SESSION_MS = 30 * DAY_MS;

/** The most sessions of a person; a further sign-in ends the oldest. */
export const SESSIONS_MAX = 100;

/** How long a confirmed password allows connecting an identity: time to consent at the provider. */
export const CONFIRMED_MS = 10 * MINUTE_MS;
/** The same for a person without a password, counted from sign-in. */
export const FRESH_SIGN_IN_MS = 5 * MINUTE_MS;

/** Whether the session's person has recently confirmed who they are, as connecting an identity requires. */
export function isConfirmed(
  { confirmedAtMs, createdAtMs }: Session,
  hasPassword: boolean,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - (hasPassword ? (confirmedAtMs ?? Number.NEGATIVE_INFINITY) : createdAtMs);
  return sinceMs >= 0 && sinceMs < (hasPassword ? CONFIRMED_MS : FRESH_SIGN_IN_MS);
}

/**
 * The caller. What they may do is decided in lib/services/rights.ts; pages and routes never decide.
 */

/** A signed-in person. Created by callerOf; a write reads their state again (lib/services/write.ts). */
export type PersonCaller = {
  readonly kind: 'person';
  readonly userId: string;
  readonly role: Role;
  /** The session of the request. */
  readonly sessionHash: string;
};

/** A signed-in person who must set up a second factor first, and may do nothing else. */
export type EnrollingCaller = {
  readonly kind: 'enrolling';
  readonly userId: string;
  readonly sessionHash: string;
};

/** Whoever has a live session. */
export type SessionCaller = PersonCaller | EnrollingCaller;

/** A bot, authenticated by its API key: may use the API for itself and nothing else. */
export type KeyCaller = { readonly kind: 'key'; readonly botId: string; readonly keyHash: string };

export type Caller =
  | { readonly kind: 'anonymous' }
  | SessionCaller
  | KeyCaller
  /** The operator, who runs commands on the machine that holds the database. */
  | { readonly kind: 'operator' };

export const ANONYMOUS: Caller = { kind: 'anonymous' };
export const OPERATOR: Caller = { kind: 'operator' };

/** The caller of a session's requests; `null` if the session has ended or its person is disabled. */
export function callerOf(
  session: Session,
  user: User,
  lacksFactor: boolean,
  nowMs: number,
): SessionCaller | null {
  const isLive = nowMs < session.expiresAtMs && session.userId === user.id && !user.isDisabled;
  if (!isLive) return null;
  const own = { userId: user.id, sessionHash: session.hash };
  return lacksFactor ? { kind: 'enrolling', ...own } : { kind: 'person', role: user.role, ...own };
}

/** How the audit log names who acted: a user's id, or the kind of caller. */
export function actorOf(who: Caller): string {
  return who.kind === 'person' || who.kind === 'enrolling' ? who.userId : who.kind;
}
