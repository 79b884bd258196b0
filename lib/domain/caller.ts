import type { Session } from './session';
import type { Role, User } from './user';

/**
 * The caller and their permissions. Only services decide with them; pages and routes never do.
 */

/** A signed-in person. Created by personOf; a write reads their state again (lib/services/write.ts). */
export type PersonCaller = {
  readonly kind: 'person';
  readonly userId: string;
  readonly role: Role;
  /** The session of the request. */
  readonly sessionHash: string;
};

/** A bot, authenticated by its API key: may use the API for itself and nothing else. */
export type KeyCaller = { readonly kind: 'key'; readonly botId: string; readonly keyHash: string };

export type Caller =
  | { readonly kind: 'anonymous' }
  | PersonCaller
  | KeyCaller
  /** Whoever runs commands on the machine that holds the database. */
  | { readonly kind: 'operator' };

export const ANONYMOUS: Caller = { kind: 'anonymous' };
export const OPERATOR: Caller = { kind: 'operator' };

/** The caller of a session's requests; `null` if the session has ended or its person is disabled. */
export function personOf(session: Session, user: User, nowMs: number): PersonCaller | null {
  const isLive = nowMs < session.expiresAtMs && session.userId === user.id && !user.isDisabled;
  return isLive ? { kind: 'person', userId: user.id, role: user.role, sessionHash: session.hash } : null;
}

/** May register bots, create people, change plans and read the audit log. */
export function mayAdminister(who: Caller): boolean {
  return who.kind === 'operator' || (who.kind === 'person' && who.role === 'admin');
}

/** May see a bot, send its statistics manually and manage its keys: its owner and admins. */
export function mayManageBot(who: Caller, bot: { readonly ownerId: string }): boolean {
  return mayAdminister(who) || (who.kind === 'person' && who.userId === bot.ownerId);
}

/** How the audit log names who acted: a user's id, or the kind of caller. */
export function actorOf(who: Caller): string {
  return who.kind === 'person' ? who.userId : who.kind;
}
