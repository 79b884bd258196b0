import { type Caller, isConfirmed, type PasswordVersion } from '@/lib/domain/people/caller';
import { passwordError } from '@/lib/domain/people/names';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { spendCode } from '../codes/spend-code';
import { conflict, done, forbidden, invalid, invalidFields, type Result } from '../result';
import { attemptsLock, writeAsEnrolling, writeAsPerson } from '../write';
import { type Allowance, countPasswordAttempt, ofAccount, ofSignedIn, refundAttempt } from './attempts';

/** The caller's password hash, `null` for none, and what counted the attempt. */
export type Proved = {
  readonly passwordHash: PasswordVersion['passwordHash'] | null;
  readonly counts: readonly [account: Allowance, signedIn: Allowance];
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
  mayHaveNone = false,
): Promise<Result<Proved>> {
  if (who.kind !== 'person' && who.kind !== 'enrolling') return forbidden();
  const person = await ports.directory.read(({ users }) => users.findById(who.userId));
  if (person === null) return forbidden();
  const counts = [ofAccount(ports, person.email), ofSignedIn(who.userId)] as const;
  const [account, signedIn] = counts;
  const locks = counts.map(attemptsLock);
  const counted = await writeAsEnrolling(
    ports,
    who,
    locks,
    async (tables, nowMs, { session, user: { id } }) => {
      await countPasswordAttempt(tables, account, nowMs);
      const waitMs = await countPasswordAttempt(tables, signedIn, nowMs);
      const passwordHash = await tables.users.findPasswordHash(id);
      return done({ waitMs, passwordHash, isFresh: isConfirmed(session, false, nowMs) });
    },
  );
  if (!counted.ok) return counted;
  const { waitMs, passwordHash, isFresh } = counted.value;
  if (waitMs > 0) {
    return invalid(`Too many attempts. Try again in ${Math.ceil(waitMs / MINUTE_MS)} min.`, field);
  }
  if (passwordHash === null && mayHaveNone)
    return isFresh ? done({ passwordHash, counts }) : invalid(NOT_FRESH, field);
  const isRight = await ports.passwords.verify(passwordHash, password);
  if (!isRight || passwordHash === null) return invalid('The current password is wrong.', field);
  return done({ passwordHash, counts });
}

const NOT_FRESH = 'You have no password: sign out, sign in again, and do this within 5 minutes.';

/** Checks the caller's current password; one who has none must have signed in just now. */
export const provePassword = (ports: Ports, who: Caller, password: string): Promise<Result<Proved>> =>
  checkOwnPassword(ports, who, password, 'password', true);

/** Marks the caller's session as having just confirmed the current password, for connectIdentity. */
export async function confirmPassword(ports: Ports, who: Caller, password: string): Promise<Result<null>> {
  if (who.kind !== 'person') return forbidden();
  const checked = await checkOwnPassword(ports, who, password, 'password');
  if (!checked.ok) return checked;
  const locks = proofLocks(checked.value);
  return writeAsPerson(ports, who, locks, async (tables, nowMs, { session, user: { id } }) => {
    const still = await isStillProved(tables, id, checked.value);
    if (still.ok) await tables.sessions.setConfirmed(session.hash, nowMs);
    return still;
  });
}

/** What a write with `isStillProved` locks. */
export const proofLocks = ({ counts }: Proved): Lock[] => counts.map(attemptsLock);

/**
 * Reads again: the password may have changed while its hash was computed. Refunds the attempt alone: others may be guessing at
 * the account.
 */
export async function isStillProved(
  tables: Tables,
  userId: string,
  { passwordHash, counts: [account, signedIn] }: Proved,
): Promise<Result<null>> {
  if ((await tables.users.findPasswordHash(userId)) !== passwordHash)
    return conflict('The password was changed meanwhile.', 'password');
  await refundAttempt(tables, account);
  await tables.signInAttempts.delete(signedIn.subject);
  return done(null);
}

/**
 * Changes the caller's own password after checking the current one, and a code of their second factor if it is on. Ends all their sessions, including this one, and reset links.
 * Returns what the browser needs to become a known browser again.
 */
export async function changeOwnPassword(
  ports: Ports,
  who: Caller,
  currentPassword: string,
  next: string,
  code = '',
): Promise<Result<{ person: PasswordVersion; nowMs: number }>> {
  if (who.kind !== 'person') return forbidden();
  const fault = passwordError(next);
  const checked = await checkOwnPassword(ports, who, currentPassword, 'currentPassword');
  if (!checked.ok && checked.refusal.code !== 'invalid') return checked;
  if (!checked.ok || fault !== null) {
    return invalidFields({ currentPassword: checked.ok ? null : checked.refusal.message, password: fault });
  }
  const passwordHash = await ports.passwords.hash(next);
  const { counts } = checked.value;
  return writeAsPerson(ports, who, counts.map(attemptsLock), async (tables, nowMs, { user }, record) => {
    const { users, sessions, accessLinks, signInAttempts, secondFactors } = tables;
    const { id } = user;
    if ((await users.findPasswordHash(id)) !== checked.value.passwordHash) {
      return conflict('The password was changed meanwhile.', 'currentPassword');
    }
    if ((await secondFactors.find(id))?.enabledAtMs) {
      const used = await spendCode(tables, ports, user, code, nowMs);
      if (!used.ok) return used;
    }
    await users.setPasswordHash(id, passwordHash);
    for (const { subject } of counts) await signInAttempts.delete(subject);
    await sessions.deleteOfUser(id);
    await accessLinks.deleteOfUser(id);
    await record('user.change-password', id);
    return done({ person: { userId: id, passwordHash }, nowMs });
  });
}
