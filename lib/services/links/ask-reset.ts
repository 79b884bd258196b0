import type { PasswordVersion } from '@/lib/domain/people/caller';
import { parseEmail } from '@/lib/domain/people/names';
import { ATTEMPTS_KEPT_MS } from '@/lib/domain/people/throttle';
import type { Ports } from '@/lib/ports/ports';
import { countPasswordAttempt, ofNetworkResets, ofOwnResets, ofReset } from '../passwords/attempts';
import { done, invalid, notFound, type Result } from '../result';
import { tooMany } from '../throttle';
import { attemptsLock } from '../write';

export type ResetRequest = {
  readonly email: string;
  /** The network under which requests are counted: the address, or its /64 for IPv6. */
  readonly network: string;
  /** The browser's id if this person has signed in there before, else `null`; absent if the browser claims nothing. */
  readonly knownBrowserId?: ((person: PasswordVersion, nowMs: number) => string | null) | undefined;
};

/**
 * Asks for a mail with a link to choose a new password. The response and the work are the same for every address: a job
 * finds out whether someone has it, and whether they get one (services/mails/send-due.ts). What others ask for
 * an address neither refuses nor delays the browser of its person.
 */
export async function askReset(ports: Ports, request: ResetRequest): Promise<Result<null>> {
  const { directory, secrets, mailer, vault } = ports;
  if (mailer === null)
    return notFound('This service sends no email. An admin can create a link to choose a new password.');
  const recipient = parseEmail(request.email);
  if (recipient === null) return invalid('This is not an email address.', 'email');
  const browserId = await ownBrowserOf(ports, recipient, request);
  const shown = browserId === null ? ofNetworkResets(request.network) : ofOwnResets(browserId);
  // Refusals of an address are not shown: anyone could cause them.
  const ofAddress = browserId === null ? ofReset(ports, recipient) : null;
  const locks = [shown, ...(ofAddress === null ? [] : [ofAddress])].map(attemptsLock);
  const waitMs = await directory.write(locks, async (tables, nowMs) => {
    await tables.signInAttempts.deleteBefore(nowMs - ATTEMPTS_KEPT_MS);
    const waitMs = await countPasswordAttempt(tables, shown, nowMs);
    const isDropped = ofAddress !== null && (await countPasswordAttempt(tables, ofAddress, nowMs)) > 0;
    if (waitMs > 0 || isDropped) return waitMs;
    const ids = { id: `forgot_${secrets.newId()}`, userId: '', botId: '', eventId: '' };
    // Until the person is known, a sealed text says that their own browser asked.
    const sealed = browserId === null ? null : vault.seal(browserId);
    await tables.mails.insert([{ ...ids, kind: 'forgot', recipient, sealed }], nowMs);
    return 0;
  });
  return waitMs === 0 ? done(null) : tooMany('requests', waitMs);
}

/** The id of the browser if the person with this address has signed in there; reads the same for every address. */
async function ownBrowserOf(
  { directory }: Ports,
  email: string,
  { knownBrowserId }: ResetRequest,
): Promise<string | null> {
  if (knownBrowserId === undefined) return null;
  return directory.read(async ({ users }, nowMs) => {
    const user = await users.findByEmail(email);
    const passwordHash = (await users.findPasswordHash(user?.id ?? 'nobody')) ?? '';
    return knownBrowserId({ userId: user?.id ?? 'nobody', passwordHash }, nowMs);
  });
}
