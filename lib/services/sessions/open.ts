import { type PasswordVersion, SESSION_MS, SESSIONS_MAX, type User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';

/** `sessionSecret` goes only into the browser's cookie; `person` and `nowMs` make the browser a known one. */
export type SignedInPerson = {
  readonly kind: 'signed-in';
  readonly sessionSecret: string;
  readonly person: PasswordVersion;
  readonly nowMs: number;
};

/** The outcome of a sign-in. `wrong` never says what was wrong. */
export type SignedIn =
  | SignedInPerson
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number };

/** The origin of a sign-in: the client's address and its user agent. */
export type Origin = { readonly address: string; readonly client: string };

const CLIENT_LENGTH_MAX = 200;

/** Opens a session for an authenticated person; `method` is how they signed in. */
export async function openSession(
  { sessions, access, users }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  user: User,
  { address, client, method }: Origin & { method: string },
  nowMs: number,
): Promise<SignedInPerson> {
  const sessionSecret = secrets.newToken();
  await sessions.deleteExpired(nowMs);
  await sessions.deleteOldestOfUser(user.id, SESSIONS_MAX - 1);
  await sessions.insert({
    hash: secrets.hash(sessionSecret),
    userId: user.id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + SESSION_MS,
    client: client.slice(0, CLIENT_LENGTH_MAX),
    confirmedAtMs: null,
  });
  await access.record({ kind: 'sign-in', subject: user.id, detail: method, address }, nowMs);
  const passwordHash = (await users.findPasswordHash(user.id)) ?? '';
  return { kind: 'signed-in', sessionSecret, person: { userId: user.id, passwordHash }, nowMs };
}
