import { passwordFault } from '@/lib/domain/names';
import { MINUTE_MS } from '@/lib/domain/plan';
import type { Principal } from '@/lib/domain/principal';
import { ATTEMPTS_MAX } from '@/lib/domain/throttle';
import { accountSubject, countPasswordAttempt } from './password-attempts';
import type { Ports } from './ports';
import { conflict, done, forbidden, invalid, type Result } from './result';

/**
 * A person's own new password; the present one is asked for, and guesses of it count as attempts to sign in, before it
 * is looked at. Ends all their sessions, this one too.
 */
export async function changeOwnPassword(
  ports: Ports,
  who: Principal,
  present: string,
  next: string,
): Promise<Result<null>> {
  if (who.kind !== 'person') return forbidden();
  const { directory, passwords } = ports;
  const { userId } = who;
  const fault = passwordFault(next);
  if (fault !== null) return invalid(fault, 'password');
  const asked = await directory.write(async (tables, nowMs) => {
    const user = await tables.users.findById(userId);
    if (user === null) return null;
    const account = accountSubject(ports, user.email);
    const waitMs = await countPasswordAttempt(tables, account, ATTEMPTS_MAX.account, nowMs);
    return { account, waitMs, presentHash: await tables.users.findPasswordHash(userId) };
  });
  if (asked === null) return forbidden();
  const { account, waitMs, presentHash } = asked;
  if (waitMs > 0) {
    const minutes = Math.ceil(waitMs / MINUTE_MS);
    return invalid(`Too many attempts. Try again in ${minutes} min.`, 'present');
  }
  if (!(await passwords.verify(presentHash, present))) {
    return invalid('The present password is not right.', 'present');
  }
  const passwordHash = await passwords.hash(next);
  return directory.write(async ({ users, sessions, audit, signInAttempts }, nowMs) => {
    if ((await users.findPasswordHash(userId)) !== presentHash) {
      return conflict('The password was changed meanwhile.', 'present');
    }
    await users.setPasswordHash(userId, passwordHash);
    await signInAttempts.delete(account);
    await sessions.deleteOfUser(userId);
    await audit.append({ actor: userId, action: 'user.change-password', subject: userId }, nowMs);
    return done(null);
  });
}
