import { actorOf, mayAdminister, type Principal, type Role } from '@/lib/domain/principal';
import { findUser, type UserRef } from './find-user';
import type { Ports, User } from './ports';
import { conflict, done, forbidden, type Result } from './result';

/** A role, or whether the person may sign in. */
export type UserChange = { readonly role: Role } | { readonly isDisabled: boolean };

/** Changes a person. The last admin who can sign in stays one. */
export async function changeUser(
  { directory }: Ports,
  who: Principal,
  ref: UserRef,
  change: UserChange,
): Promise<Result<User>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.write(async (tables, nowMs) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    const user = found.value;
    const changed = { ...user, ...change };
    if (isActingAdmin(user) && !isActingAdmin(changed) && (await tables.users.countEnabledAdmins()) === 1) {
      return conflict('This is the last admin who can sign in.');
    }
    await tables.users.update(user.id, change, nowMs);
    const action = 'role' in change ? 'user.set-role' : change.isDisabled ? 'user.disable' : 'user.enable';
    const before = 'role' in change ? { role: user.role } : { isDisabled: user.isDisabled };
    await tables.audit.append(
      { actor: actorOf(who), action, subject: user.id, before, after: change },
      nowMs,
    );
    return done(changed);
  });
}

const isActingAdmin = (user: User): boolean => user.role === 'admin' && !user.isDisabled;
