import type { Caller } from '@/lib/domain/caller';
import type { Identity } from '@/lib/domain/identity';
import { isConfirmed } from '@/lib/domain/session';
import type { Ports } from '@/lib/ports/ports';
import { identityLock } from '../locks';
import { notifyPerson } from '../notices/notify';
import { conflict, done, invalid, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/**
 * Connects `identity` to the caller, who can then sign in with it. Refused if it is connected to another person, or
 * if the session has not just confirmed the password (confirmPassword); each confirmation works once.
 */
export async function connectIdentity(ports: Ports, who: Caller, identity: Identity): Promise<Result<null>> {
  const locks = [identityLock(identity)];
  return writeAsPerson(ports, who, locks, async (tables, nowMs, { session, who: { userId } }) => {
    const { sessions, users, identities, audit } = tables;
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
    await audit.append({ actor: userId, action: 'identity.connect', subject: userId, after }, nowMs);
    await notifyPerson(tables, ports, userId, { kind: 'identity.connect', actor: userId, identity }, nowMs);
    return done(null);
  });
}
