import { parseEmail } from '@/lib/domain/names';
import { DAY_MS } from '@/lib/domain/plan';
import { ATTEMPTS_MAX, THROTTLE_WINDOW_MS } from '@/lib/domain/throttle';
import { accountSubject, countPasswordAttempt } from './password-attempts';
import type { Identity, Ports, Tables, User } from './ports';

/** A session ends this long after sign-in at the latest. */
export const SESSION_MS = 30 * DAY_MS;

export type SignInRequest = {
  readonly email: string;
  readonly password: string;
  /** The address that the request came from. */
  readonly address: string;
  /** The browser's description of itself. */
  readonly client: string;
};

/** `sessionSecret` goes into the browser's cookie and nowhere else. `wrong` never tells what was wrong. */
export type SignedIn =
  | { readonly kind: 'signed-in'; readonly userId: string; readonly sessionSecret: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number };

/**
 * Signs in with address and password. Attempts are counted before the password is looked at, so that guesses made at
 * once count too; an unknown address gets the same answer after the same work.
 */
export async function signIn(ports: Ports, request: SignInRequest): Promise<SignedIn> {
  const { directory, passwords } = ports;
  const email = parseEmail(request.email);
  const account = accountSubject(ports, email ?? request.email);
  const address = `address:${request.address}`;
  const waitMs = await directory.write(async (tables, nowMs) => {
    await tables.signInAttempts.deleteBefore(nowMs - 2 * THROTTLE_WINDOW_MS);
    return Math.max(
      await countPasswordAttempt(tables, account, ATTEMPTS_MAX.account, nowMs),
      await countPasswordAttempt(tables, address, ATTEMPTS_MAX.address, nowMs),
    );
  });
  if (waitMs > 0) return { kind: 'throttled', waitMs };

  const found = await directory.read(async ({ users }) => {
    const user = email === null ? null : await users.findByEmail(email);
    return user && { user, passwordHash: await users.findPasswordHash(user.id) };
  });
  const isRight = await passwords.verify(found?.passwordHash ?? null, request.password);
  return directory.write(async (tables, nowMs) => {
    const user = found && (await tables.users.findById(found.user.id));
    const hashNow = user && (await tables.users.findPasswordHash(user.id));
    // Read again: a person disabled, or a password changed, while the hash was computed stays out.
    if (!isRight || !user || user.isDisabled || hashNow !== found?.passwordHash) {
      const entry = { actor: 'anonymous', action: 'sign-in.refuse', subject: found?.user.id ?? 'unknown' };
      await tables.audit.append({ ...entry, after: { address: request.address } }, nowMs);
      return { kind: 'wrong' };
    }
    await tables.signInAttempts.delete(account);
    await giveBack(tables, address);
    return openSession(tables, ports, user, { ...request, method: 'password' }, nowMs);
  });
}

/** A success is no guess: people who share an address do not use up each other's attempts. */
async function giveBack({ signInAttempts }: Tables, subject: string): Promise<void> {
  const state = await signInAttempts.find(subject);
  if (state !== null && state.attempts > 0) {
    await signInAttempts.put(subject, { ...state, attempts: state.attempts - 1 });
  }
}

type Origin = Pick<SignInRequest, 'address' | 'client'>;

/** Signs in whoever another provider says is there, when that identity was connected to a person before. */
export async function signInWithIdentity(
  ports: Ports,
  identity: Identity,
  origin: Origin,
): Promise<Exclude<SignedIn, { kind: 'throttled' }>> {
  return ports.directory.write(async (tables, nowMs) => {
    const userId = await tables.identities.findUserId(identity);
    const user = userId && (await tables.users.findById(userId));
    if (!user || user.isDisabled) {
      const entry = { actor: 'anonymous', action: 'sign-in.refuse', subject: userId ?? 'unknown' };
      await tables.audit.append(
        { ...entry, after: { method: identity.provider, address: origin.address } },
        nowMs,
      );
      return { kind: 'wrong' };
    }
    return openSession(tables, ports, user, { ...origin, method: identity.provider }, nowMs);
  });
}

const CLIENT_LENGTH_MAX = 200;

async function openSession(
  { sessions, audit }: Tables,
  { secrets }: Pick<Ports, 'secrets'>,
  user: User,
  { address, client, method }: Origin & { method: string },
  nowMs: number,
): Promise<Extract<SignedIn, { kind: 'signed-in' }>> {
  const sessionSecret = secrets.newToken();
  await sessions.deleteExpired(nowMs);
  await sessions.insert({
    hash: secrets.hash(sessionSecret),
    userId: user.id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + SESSION_MS,
    client: client.slice(0, CLIENT_LENGTH_MAX),
  });
  await audit.append(
    { actor: user.id, action: 'sign-in', subject: user.id, after: { method, address } },
    nowMs,
  );
  return { kind: 'signed-in', userId: user.id, sessionSecret };
}
