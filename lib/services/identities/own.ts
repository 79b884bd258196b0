import { type Caller, type ConnectedIdentity, type Identity, isConfirmed } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { notifyPerson } from '../notices/notices';
import { conflict, done, forbidden, invalid, notFound, type Result } from '../result';
import { identityLock, writeAsPerson } from '../write';

/** The caller's identities, and whether they have a password too. */
type OwnIdentities = {
  readonly identities: readonly ConnectedIdentity[];
  readonly hasPassword: boolean;
};

export async function listOwnIdentities({ directory }: Ports, who: Caller): Promise<Result<OwnIdentities>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async ({ identities, users }) =>
    done({
      identities: await identities.listOfUser(who.userId),
      hasPassword: (await users.findPasswordHash(who.userId)) !== null,
    }),
  );
}

/**
 * Connects `identity` to the caller, who can then sign in with it. Refused if it is connected to another person, or
 * if the session has not just confirmed the password (confirmPassword); each confirmation works once.
 */
export async function connectIdentity(ports: Ports, who: Caller, identity: Identity): Promise<Result<null>> {
  const locks = [identityLock(identity)];
  return writeAsPerson(ports, who, locks, async (tables, nowMs, { session, who: { userId } }, record) => {
    const { sessions, users, identities } = tables;
    const holder = await identities.findUserId(identity);
    if (holder === userId) return done(null);
    const hasPassword = (await users.findPasswordHash(userId)) !== null;
    if (!isConfirmed(session, hasPassword, nowMs)) {
      return invalid('Confirm your current password first.', 'password');
    }
    if (holder !== null) return conflict('This identity is connected to another person.');
    await sessions.setConfirmed(session.hash, null);
    await identities.insert(identity, userId, nowMs);
    const after = { provider: identity.provider, account: identity.subject };
    await record('identity.connect', userId, { after });
    await notifyPerson(tables, ports, userId, { kind: 'identity.connect', actor: userId, identity }, nowMs);
    return done(null);
  });
}

/** The refusal to remove the last way to sign in. */
export const LAST_SIGN_IN_METHOD =
  'You have no password, so you could not sign in again. Set one first: an admin can create a link for it.';

/**
 * Disconnects an identity from the caller and ends all their other sessions, since any of them may have been opened
 * with it.
 */
export async function disconnectIdentity(
  ports: Ports,
  who: Caller,
  { provider, subject }: Identity,
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async (tables, nowMs, { session, who: { userId } }) => {
    const own = await tables.identities.listOfUser(userId);
    const identity = own.find((each) => each.provider === provider && each.subject === subject);
    if (identity === undefined) return notFound('This account is not connected.');
    if (own.length === 1 && (await tables.users.findPasswordHash(userId)) === null)
      return conflict(LAST_SIGN_IN_METHOD);
    await disconnect(tables, ports, userId, userId, identity, nowMs);
    await tables.sessions.deleteOfUser(userId, session.hash);
    return done(null);
  });
}

/** Disconnects all identities of a person; the caller ends their sessions. */
export async function disconnectAll(
  tables: Tables,
  ports: Pick<Ports, 'secrets'>,
  actor: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  for (const identity of await tables.identities.listOfUser(userId)) {
    await disconnect(tables, ports, actor, userId, identity, nowMs);
  }
}

async function disconnect(
  tables: Tables,
  ports: Pick<Ports, 'secrets'>,
  actor: string,
  userId: string,
  identity: Identity,
  nowMs: number,
): Promise<void> {
  await tables.identities.delete(identity);
  const before = { provider: identity.provider, account: identity.subject };
  await tables.audit.append({ actor, action: 'identity.disconnect', subject: userId, before }, nowMs);
  await notifyPerson(tables, ports, userId, { kind: 'identity.disconnect', actor, identity }, nowMs);
}
