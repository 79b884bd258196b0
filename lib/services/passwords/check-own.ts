import type { Caller } from '@/lib/domain/caller';
import { MINUTE_MS } from '@/lib/domain/plan';
import type { PasswordVersion } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { attemptsLock } from '../locks';
import { done, forbidden, invalid, type Result } from '../result';
import { writeAsPerson } from '../write-as';
import { countPasswordAttempt, ofAccount, ofSignedIn } from './attempts';

/** The caller's password hash, and the allowance of their account. */
export type CheckedPassword = {
  readonly email: string;
  readonly passwordHash: PasswordVersion['passwordHash'];
};

/**
 * Checks the caller's current password; `field` is its form field. An attempt counts before the password is checked,
 * and as a sign-in attempt too; attempts from elsewhere do not throttle the caller.
 */
export async function checkOwnPassword(
  ports: Ports,
  who: Caller,
  password: string,
  field: string,
): Promise<Result<CheckedPassword>> {
  if (who.kind !== 'person') return forbidden();
  const person = await ports.directory.read(({ users }) => users.findById(who.userId));
  if (person === null) return forbidden();
  const { email } = person;
  const account = ofAccount(ports, email);
  const signedIn = ofSignedIn(who.userId);
  const locks = [attemptsLock(account), attemptsLock(signedIn)];
  const counted = await writeAsPerson(ports, who, locks, async (tables, nowMs, { user: { id } }) => {
    await countPasswordAttempt(tables, account, nowMs);
    const waitMs = await countPasswordAttempt(tables, signedIn, nowMs);
    return done({ waitMs, passwordHash: await tables.users.findPasswordHash(id) });
  });
  if (!counted.ok) return counted;
  const { waitMs, passwordHash } = counted.value;
  if (waitMs > 0) {
    return invalid(`Too many attempts. Try again in ${Math.ceil(waitMs / MINUTE_MS)} min.`, field);
  }
  const isRight = await ports.passwords.verify(passwordHash, password);
  if (!isRight || passwordHash === null) return invalid('The current password is wrong.', field);
  return done({ email, passwordHash });
}
