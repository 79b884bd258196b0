import { type PasswordVersion, SESSION_MS, SESSIONS_MAX, type User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import type { CodeProof } from '../codes/spend-code';

/** `sessionSecret` goes only into the browser's cookie; `person` and `nowMs` make the browser a known one. */
export type SignedInPerson = {
  readonly kind: 'signed-in';
  readonly sessionSecret: string;
  readonly person: PasswordVersion;
  readonly nowMs: number;
};

/** The person is who they are said to be, and has a second factor, of which a code is missing. */
export type CodeNeeded = {
  readonly kind: 'code-needed';
  readonly person: PasswordVersion;
  readonly method: string;
  readonly nowMs: number;
};

export type Opened = SignedInPerson | CodeNeeded;

/** The outcome of a sign-in. `wrong` never says what was wrong. */
export type SignedIn =
  | Opened
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number };

/** The origin of a sign-in: the client's address, its user agent, and the token of a browser that is not asked for a code. */
export type Origin = {
  readonly address: string;
  readonly client: string;
  readonly remembered?: string | null | undefined;
};

const CLIENT_LENGTH_MAX = 200;
/** A user agent as it is stored. */
export const shortClient = (client: string): string => client.slice(0, CLIENT_LENGTH_MAX);

/**
 * Opens a session for an authenticated person; `method` is how they signed in. The only place that makes one: a person with
 * a second factor gets it with a code, or from a browser that they chose to be remembered.
 */
export async function openSession(
  tables: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  user: User,
  { address, client, method, remembered }: Origin & { method: string },
  nowMs: number,
  proof: CodeProof | null = null,
): Promise<Opened> {
  const { sessions, access, users, secondFactors } = tables;
  const person = { userId: user.id, passwordHash: (await users.findPasswordHash(user.id)) ?? '' };
  const factor = await secondFactors.find(user.id);
  if (factor !== null && factor.enabledAtMs !== null && proof?.codeOf !== user.id) {
    const hash = remembered ? secrets.hash(remembered) : null;
    const known = await secondFactors.listRemembered(user.id, nowMs);
    if (!known.some((one) => one.hash === hash)) return { kind: 'code-needed', person, method, nowMs };
  }
  const sessionSecret = secrets.newToken();
  await sessions.deleteExpired(nowMs);
  await sessions.deleteOldestOfUser(user.id, SESSIONS_MAX - 1);
  await sessions.insert({
    hash: secrets.hash(sessionSecret),
    userId: user.id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + SESSION_MS,
    client: shortClient(client),
    confirmedAtMs: null,
  });
  await access.record({ kind: 'sign-in', subject: user.id, detail: method, address }, nowMs);
  return { kind: 'signed-in', sessionSecret, person, nowMs };
}
