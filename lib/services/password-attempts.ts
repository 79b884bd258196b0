import { countAttempt, throttleWaitMs } from '@/lib/domain/throttle';
import type { Ports, Tables } from './ports';

/**
 * Under what guesses of one account's password are counted, wherever they are made. Hashed, because people type
 * passwords into the wrong field and this is stored.
 */
export const accountSubject = ({ secrets }: Pick<Ports, 'secrets'>, email: string): string =>
  `account:${secrets.hash(email)}`;

/** Counts an attempt. Returns how long to wait before it may be looked at, in ms; 0 when it may now. */
export async function countPasswordAttempt(
  { signInAttempts }: Tables,
  subject: string,
  max: number,
  nowMs: number,
): Promise<number> {
  const state = countAttempt(await signInAttempts.find(subject), nowMs);
  await signInAttempts.put(subject, state);
  return throttleWaitMs(state, max, nowMs);
}
