import { DAY_MS, MINUTE_MS } from './plan';

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
