import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { attemptsLock } from '../locks';
import { conflict, done, forbidden, type Result } from '../result';
import { writeAsPerson } from '../write-as';
import { ofAccount, ofSignedIn, refundAttempt } from './attempts';
import { checkOwnPassword } from './check-own';

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
