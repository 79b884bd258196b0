import { passwordFault } from '@/lib/domain/names';
import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { findUser, type UserRef } from './find-user';
import type { Ports, User } from './ports';
import { done, forbidden, invalid, type Result } from './result';

/** Gives a person a new password; their sessions end. */
export async function setPassword(
  { directory, passwords }: Ports,
  who: Principal,
  ref: UserRef,
  password: string,
): Promise<Result<User>> {
  if (!mayAdminister(who)) return forbidden();
  const fault = passwordFault(password);
  if (fault !== null) return invalid(fault, 'password');
  const passwordHash = await passwords.hash(password);
  return directory.write(async (tables, nowMs) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    await tables.users.setPasswordHash(found.value.id, passwordHash);
    await tables.sessions.deleteOfUser(found.value.id);
    const entry = { actor: actorOf(who), action: 'user.set-password', subject: found.value.id };
    await tables.audit.append(entry, nowMs);
    return done(found.value);
  });
}
