import { actorOf, type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { personLock } from '../locks';
import { done, forbidden, notFound, type Result } from '../result';
import { writeAsAdmin } from '../write-as';

/** Voids the open invitation of `userId`, the id that its person would get. */
export async function withdrawInvitation(ports: Ports, who: Caller, userId: string): Promise<Result<null>> {
  if (!mayAdminister(who)) return forbidden();
  return writeAsAdmin(ports, who, [personLock(userId)], async (tables, nowMs, caller) => {
    if ((await tables.accessLinks.deleteOfUser(userId, 'invite')) === 0) {
      return notFound('This invitation has been used, was replaced or has expired.');
    }
    const entry = { actor: actorOf(caller), action: 'user.uninvite', subject: userId } as const;
    await tables.audit.append(entry, nowMs);
    return done(null);
  });
}
