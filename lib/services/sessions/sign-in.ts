import type { Identity, PasswordVersion } from '@/lib/domain/people/caller';
import { parseEmail } from '@/lib/domain/people/names';
import { ATTEMPTS_KEPT_MS } from '@/lib/domain/people/throttle';
import type { Ports, Tables } from '@/lib/ports/ports';
import {
  type Allowance,
  countPasswordAttempt,
  ofAccount,
  ofKnownBrowser,
  ofNetwork,
  refundAttempt,
} from '../passwords/attempts';
import { attemptsLock, personLock } from '../write';
import { type Origin, openSession, type SignedIn } from './open';

type SignInRequest = {
  readonly email: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
  /** The network under which attempts are counted: the address, or its /64 for IPv6. */
  readonly network: string;
  /** The browser's user agent. */
  readonly client: string;
  /** See Origin. */
  readonly remembered?: Origin['remembered'];
  /** The browser's id if this person has signed in there before with this password, else `null`. */
  readonly knownBrowserId: (person: PasswordVersion, nowMs: number) => string | null;
};

/**
 * Signs in with email address and password. Attempts count before the password is checked, so that parallel guesses
 * count too. An unknown address gets the same response after the same work. A known browser has its own allowance.
 */
export async function signIn(ports: Ports, request: SignInRequest): Promise<SignedIn> {
  const { directory, passwords } = ports;
  const email = parseEmail(request.email);
  const { found, browserId } = await directory.read(async (tables, nowMs) => {
    const found = email === null ? null : await findPerson(tables, email);
    return { found, browserId: found && request.knownBrowserId(found, nowMs) };
  });
  const allowances: Allowance[] =
    browserId === null
      ? [ofAccount(ports, email ?? request.email), ofNetwork(request.network)]
      : [ofKnownBrowser(browserId)];
  const countLocks = allowances.map(attemptsLock);
  const waitMs = await directory.write(countLocks, async (tables, nowMs) => {
    await tables.signInAttempts.deleteBefore(nowMs - ATTEMPTS_KEPT_MS);
    let waitMs = 0;
    for (const allowance of allowances) {
      waitMs = Math.max(waitMs, await countPasswordAttempt(tables, allowance, nowMs));
    }
    return waitMs;
  });
  if (waitMs > 0) return { kind: 'throttled', waitMs };

  const isRight = await passwords.verify(found?.passwordHash || null, request.password);
  const locks = isRight && found ? [personLock(found.userId), ...countLocks] : [];
  return directory.write(locks, async (tables, nowMs) => {
    const user = found && (await tables.users.findById(found.userId));
    const hashNow = user && ((await tables.users.findPasswordHash(user.id)) ?? '');
    // Read again: the person may have been disabled, or the password changed, while the hash was computed.
    if (!isRight || !user || user.isDisabled || hashNow !== found.passwordHash) {
      const subject = found?.userId ?? 'unknown';
      const event = {
        kind: 'sign-in.refuse',
        subject,
        detail: 'password',
        address: request.address,
      } as const;
      await tables.access.record(event, nowMs);
      return { kind: 'wrong' };
    }
    const [own, network] = allowances;
    if (own !== undefined) await tables.signInAttempts.delete(own.subject);
    // People who share a network do not use up each other's attempts.
    if (network !== undefined) await refundAttempt(tables, network);
    return openSession(tables, ports, user, { ...request, method: 'password' }, nowMs);
  });
}

async function findPerson({ users }: Tables, email: string): Promise<PasswordVersion | null> {
  const user = await users.findByEmail(email);
  return user && { userId: user.id, passwordHash: (await users.findPasswordHash(user.id)) ?? '' };
}

/** Signs in the person to whom an identity of another provider is connected. */
export async function signInWithIdentity(
  ports: Ports,
  identity: Identity,
  origin: Origin,
): Promise<Exclude<SignedIn, { kind: 'throttled' }>> {
  const userId = await ports.directory.read(({ identities }) => identities.findUserId(identity));
  return ports.directory.write(userId === null ? [] : [personLock(userId)], async (tables, nowMs) => {
    // Read again: it may have been disconnected meanwhile, or connected to someone else.
    const isStillTheirs = userId !== null && (await tables.identities.findUserId(identity)) === userId;
    const user = isStillTheirs && (await tables.users.findById(userId));
    if (!user || user.isDisabled) {
      const subject = userId ?? 'unknown';
      const event = {
        kind: 'sign-in.refuse',
        subject,
        detail: identity.provider,
        address: origin.address,
      } as const;
      await tables.access.record(event, nowMs);
      return { kind: 'wrong' };
    }
    return openSession(tables, ports, user, { ...origin, method: identity.provider }, nowMs);
  });
}
