import type { Identity } from '@/lib/domain/identity';
import type { Ports } from '@/lib/ports/ports';
import { personLock } from '../locks';
import { type Origin, openSession, type SignedIn } from './open';

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
