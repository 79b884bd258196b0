import { passwordFault } from '@/lib/domain/names';
import type { Principal } from '@/lib/domain/principal';
import type { Ports } from './ports';
import { conflict, done, forbidden, invalid, type Result } from './result';

/** A person's own new password; the present one is asked for. Ends all their sessions, this one too. */
export async function changeOwnPassword(
  { directory, passwords }: Ports,
  who: Principal,
  present: string,
  next: string,
): Promise<Result<null>> {
  if (who.kind !== 'person') return forbidden();
  const { userId } = who;
  const fault = passwordFault(next);
  if (fault !== null) return invalid(fault, 'password');
  const presentHash = await directory.read(({ users }) => users.findPasswordHash(userId));
  if (!(await passwords.verify(presentHash, present))) {
    return invalid('The present password is not right.', 'present');
  }
  const passwordHash = await passwords.hash(next);
  return directory.write(async ({ users, sessions, audit }, nowMs) => {
    if ((await users.findPasswordHash(userId)) !== presentHash) {
      return conflict('The password was changed meanwhile.', 'present');
    }
    await users.setPasswordHash(userId, passwordHash);
    await sessions.deleteOfUser(userId);
    await audit.append({ actor: userId, action: 'user.change-password', subject: userId }, nowMs);
    return done(null);
  });
}
