import { parseEmail } from '@/lib/domain/names';
import { THROTTLE_WINDOW_MS } from '@/lib/domain/throttle';
import type { Ports } from '@/lib/ports/ports';
import { attemptsLock } from '../locks';
import { countPasswordAttempt, ofNetworkResets, ofReset } from '../passwords/attempts';
import { conflict, done, invalid, notFound, type Result } from '../result';

export type ResetRequest = {
  readonly email: string;
  /** The network under which requests are counted: the address, or its /64 for IPv6. */
  readonly network: string;
};

/**
 * Asks for a mail with a link to choose a new password. The response and the work are the same for every address: a job
 * finds out whether someone has it (services/mails/identify-forgotten.ts).
 */
export async function askReset(ports: Ports, request: ResetRequest): Promise<Result<null>> {
  const { directory, secrets, mailer } = ports;
  if (mailer === null) return notFound('This service sends no e-mail. Ask an admin for a link.');
  const recipient = parseEmail(request.email);
  if (recipient === null) return invalid('This is not an e-mail address.', 'email');
  const allowances = [ofReset(ports, recipient), ofNetworkResets(request.network)];
  const mail = {
    id: `forgot_${secrets.newId()}`,
    kind: 'forgot',
    userId: '',
    botId: '',
    eventId: '',
  } as const;
  const waitMs = await directory.write(allowances.map(attemptsLock), async (tables, nowMs) => {
    await tables.signInAttempts.deleteBefore(nowMs - 2 * THROTTLE_WINDOW_MS);
    let waitMs = 0;
    for (const allowance of allowances) {
      waitMs = Math.max(waitMs, await countPasswordAttempt(tables, allowance, nowMs));
    }
    if (waitMs === 0) await tables.mails.insert([{ ...mail, recipient, sealed: null }], nowMs);
    return waitMs;
  });
  if (waitMs === 0) return done(null);
  const minutes = Math.ceil(waitMs / 60_000);
  return conflict(`Too many requests. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
}
