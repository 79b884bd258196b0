import { type DigestChoice, nextDigestAtMs } from '@/lib/domain/alerts/digest';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, invalid, type Result } from '../result';
import { type WritePorts, writeAsPerson } from '../write';

/** `hasMail`: whether this service sends mail at all. */
export type OwnDigest = { readonly choice: DigestChoice | null; readonly hasMail: boolean };

/** The digest that the caller has chosen; `null` for none. */
export async function readOwnDigest(
  { directory, mailer }: Pick<Ports, 'directory' | 'mailer'>,
  who: Caller,
): Promise<Result<OwnDigest>> {
  if (who.kind !== 'person') return forbidden();
  const found = await directory.read(({ users }) => users.findDigest(who.userId));
  return done({ choice: found?.choice ?? null, hasMail: mailer !== null });
}

/** Chooses the caller's digest, `null` for none. The first one comes at the end of the week or month that runs now. */
export const chooseOwnDigest = (
  ports: WritePorts,
  who: Caller,
  choice: DigestChoice | null,
): Promise<Result<DigestChoice | null>> =>
  writeAsPerson(ports, who, [], async ({ users }, nowMs, { user: { id } }, record) => {
    if (choice !== null && !choice.isMailed && !choice.isOnDiscord)
      return invalid('Choose email or Discord, or no digest.', 'channel');
    const now = await users.findDigest(id);
    const isSamePeriod = now?.choice?.every === choice?.every && now?.dueAtMs != null;
    const nextAtMs = choice === null ? null : nextDigestAtMs(choice.every, nowMs);
    await users.setDigest(id, choice, isSamePeriod ? (now?.dueAtMs ?? null) : nextAtMs);
    if (JSON.stringify(choice) !== JSON.stringify(now?.choice ?? null)) {
      await record('user.digest', id, { before: { digest: now?.choice ?? null }, after: { digest: choice } });
    }
    return done(choice);
  });
