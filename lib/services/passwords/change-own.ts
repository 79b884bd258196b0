import type { Caller } from '@/lib/domain/caller';
import { passwordError } from '@/lib/domain/names';
import type { PasswordVersion } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { attemptsLock } from '../locks';
import { conflict, done, forbidden, invalidFields, type Result } from '../result';
import { writeAsPerson } from '../write-as';
import { ofAccount, ofSignedIn } from './attempts';
import { checkOwnPassword } from './check-own';

/**
 * Changes the caller's own password after checking the current one. Ends all their sessions, including this one, and reset links.
 * Returns what the browser needs to become a known browser again.
 */
export async function changeOwnPassword(
  ports: Ports,
  who: Caller,
  present: string,
  next: string,
): Promise<Result<{ person: PasswordVersion; nowMs: number }>> {
  if (who.kind !== 'person') return forbidden();
  const fault = passwordError(next);
  const checked = await checkOwnPassword(ports, who, present, 'present');
  if (!checked.ok && checked.refusal.code !== 'invalid') return checked;
  if (!checked.ok || fault !== null) {
    return invalidFields({ present: checked.ok ? null : checked.refusal.message, password: fault });
  }
  const passwordHash = await ports.passwords.hash(next);
  const counts = [ofAccount(ports, checked.value.email), ofSignedIn(who.userId)];
  return writeAsPerson(
    ports,
    who,
    counts.map(attemptsLock),
    async ({ users, sessions, accessLinks, audit, signInAttempts }, nowMs, { user: { id } }) => {
      if ((await users.findPasswordHash(id)) !== checked.value.passwordHash) {
        return conflict('The password was changed meanwhile.', 'present');
      }
      await users.setPasswordHash(id, passwordHash);
      for (const { subject } of counts) await signInAttempts.delete(subject);
      await sessions.deleteOfUser(id);
      await accessLinks.deleteOfUser(id);
      await audit.append({ actor: id, action: 'user.change-password', subject: id }, nowMs);
      return done({ person: { userId: id, passwordHash }, nowMs });
    },
  );
}
