import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { isActingAdmin, LAST_ADMIN } from './change-user';
import { findUser, type UserRef } from './find-user';
import type { Ports, User } from './ports';
import { conflict, done, forbidden, type Result } from './result';

/** Deletes a person. Refused while bots are theirs, and for the last admin who can sign in. */
export async function deleteUser({ directory }: Ports, who: Principal, ref: UserRef): Promise<Result<User>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.write(async (tables, nowMs) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    const user = found.value;
    const owned = await tables.bots.countOwnedBy(user.id);
    if (owned > 0) {
      return conflict(
        `${user.email} owns ${owned} ${owned === 1 ? 'bot' : 'bots'}; give them to another user first.`,
      );
    }
    if (isActingAdmin(user) && (await tables.users.countEnabledAdmins()) === 1) return conflict(LAST_ADMIN);
    await tables.users.delete(user.id);
    const { email, name, role } = user;
    await tables.audit.append(
      { actor: actorOf(who), action: 'user.delete', subject: user.id, before: { email, name, role } },
      nowMs,
    );
    return done(user);
  });
}
