import { actorOf, type Caller } from '@/lib/domain/caller';
import { isActingAdmin, type User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { LAST_ADMIN_LOCK } from '../locks';
import { conflict, done, type Result } from '../result';
import { LAST_ADMIN } from './change';
import type { UserRef } from './find';
import { writeOnUser } from './write-on-user';

/** Deletes a person. Refused while they own bots, and for the last admin who can sign in. */
export async function deleteUser(ports: Ports, who: Caller, ref: UserRef): Promise<Result<User>> {
  return writeOnUser(ports, who, ref, [LAST_ADMIN_LOCK], async (tables, nowMs, user) => {
    const owned = await tables.bots.countOwnedBy(user.id);
    if (owned > 0) {
      return conflict(
        `${user.email} owns ${owned} ${owned === 1 ? 'bot' : 'bots'}; give them to another user first.`,
      );
    }
    if (isActingAdmin(user) && (await tables.users.countEnabledAdmins()) === 1) return conflict(LAST_ADMIN);
    await tables.users.delete(user.id);
    await tables.accessLinks.deleteOfUser(user.id);
    await tables.accessLinks.deleteIssuedBy(user.id);
    const { email, name, role } = user;
    await tables.audit.append(
      { actor: actorOf(who), action: 'user.delete', subject: user.id, before: { email, name, role } },
      nowMs,
    );
    return done(user);
  });
}
