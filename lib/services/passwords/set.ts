import { actorOf, type Caller, type User } from '@/lib/domain/people/caller';
import { passwordError } from '@/lib/domain/people/names';
import type { Ports } from '@/lib/ports/ports';
import { disconnectAll } from '../identities/own';
import { notifyPerson } from '../notices/notices';
import { done, forbidden, invalid, type Result } from '../result';
import { may } from '../rights';
import { writeOnUser } from '../users/change';
import type { UserRef } from '../users/find';

/**
 * Sets a person's password and ends their sessions and reset links. Disconnects their identities too, unless `keepsIdentities`. A
 * notice tells them at the next sign-in.
 */
export async function setPassword(
  ports: Ports,
  who: Caller,
  ref: UserRef,
  password: string,
  { keepsIdentities = false }: { keepsIdentities?: boolean } = {},
): Promise<Result<User>> {
  if (!may(who, null, 'administer')) return forbidden();
  const fault = passwordError(password);
  if (fault !== null) return invalid(fault, 'password');
  const passwordHash = await ports.passwords.hash(password);
  return writeOnUser(ports, who, ref, [], async (tables, nowMs, user, record) => {
    const { id } = user;
    const actor = actorOf(who);
    await tables.users.setPasswordHash(id, passwordHash);
    await tables.sessions.deleteOfUser(id);
    await tables.accessLinks.deleteOfUser(id);
    await record('user.set-password', id);
    await notifyPerson(tables, ports, id, { kind: 'user.set-password', actor }, nowMs);
    if (!keepsIdentities) await disconnectAll(tables, ports, actor, id, nowMs);
    return done(user);
  });
}
