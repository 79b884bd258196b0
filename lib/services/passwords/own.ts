import type { Caller, PasswordVersion } from '@/lib/domain/people/caller';
import { passwordError } from '@/lib/domain/people/names';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, forbidden, invalid, invalidFields, type Result } from '../result';
import { attemptsLock, writeAsPerson } from '../write';
import { countPasswordAttempt, ofAccount, ofSignedIn, refundAttempt } from './attempts';

/** The caller's password hash, and the allowance of their account. */
type CheckedPassword = {
  readonly email: string;
  readonly passwordHash: PasswordVersion['passwordHash'];
};

/**
 * Checks the caller's current password; `field` is its form field. An attempt counts before the password is checked,
 * and as a sign-in attempt too; attempts from elsewhere do not throttle the caller.
 */
async function checkOwnPassword(
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

/** Marks the caller's session as having just confirmed the current password, for connectIdentity. */
export async function confirmPassword(ports: Ports, who: Caller, password: string): Promise<Result<null>> {
  if (who.kind !== 'person') return forbidden();
  const checked = await checkOwnPassword(ports, who, password, 'password');
  if (!checked.ok) return checked;
  const { email, passwordHash } = checked.value;
  const account = ofAccount(ports, email);
  const signedIn = ofSignedIn(who.userId);
  const locks = [attemptsLock(account), attemptsLock(signedIn)];
  return writeAsPerson(ports, who, locks, async (tables, nowMs, { session, user: { id } }) => {
    // Read again: the password may have changed while its hash was computed.
    if ((await tables.users.findPasswordHash(id)) !== passwordHash) {
      return conflict('The password was changed meanwhile.', 'password');
    }
    await refundAttempt(tables, account);
    await tables.signInAttempts.delete(signedIn.subject);
    await tables.sessions.setConfirmed(session.hash, nowMs);
    return done(null);
  });
}

/**
 * Changes the caller's own password after checking the current one. Ends all their sessions, including this one, and reset links.
 * Returns what the browser needs to become a known browser again.
 */
export async function changeOwnPassword(
  ports: Ports,
  who: Caller,
  currentPassword: string,
  next: string,
): Promise<Result<{ person: PasswordVersion; nowMs: number }>> {
  if (who.kind !== 'person') return forbidden();
  const fault = passwordError(next);
  const checked = await checkOwnPassword(ports, who, currentPassword, 'currentPassword');
  if (!checked.ok && checked.refusal.code !== 'invalid') return checked;
  if (!checked.ok || fault !== null) {
    return invalidFields({ currentPassword: checked.ok ? null : checked.refusal.message, password: fault });
  }
  const passwordHash = await ports.passwords.hash(next);
  const counts = [ofAccount(ports, checked.value.email), ofSignedIn(who.userId)];
  return writeAsPerson(
    ports,
    who,
    counts.map(attemptsLock),
    async ({ users, sessions, accessLinks, signInAttempts }, nowMs, { user: { id } }, record) => {
      if ((await users.findPasswordHash(id)) !== checked.value.passwordHash) {
        return conflict('The password was changed meanwhile.', 'currentPassword');
      }
      await users.setPasswordHash(id, passwordHash);
      for (const { subject } of counts) await signInAttempts.delete(subject);
      await sessions.deleteOfUser(id);
      await accessLinks.deleteOfUser(id);
      await record('user.change-password', id);
      return done({ person: { userId: id, passwordHash }, nowMs });
    },
  );
}
