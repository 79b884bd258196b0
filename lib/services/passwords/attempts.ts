import { ATTEMPTS_MAX, countAttempt, throttleWaitMs } from '@/lib/domain/people/throttle';
import type { Ports, Tables } from '@/lib/ports/ports';

/** The key under which attempts are counted, and how many a window allows. */
export type Allowance = { readonly subject: string; readonly max: number };

const allowance = (kind: string, id: string, max: keyof typeof ATTEMPTS_MAX): Allowance => ({
  subject: `${kind}:${id}`,
  max: ATTEMPTS_MAX[max],
});

type Hashing = Pick<Ports, 'secrets'>;

/**
 * Attempts on one account's password from anywhere. The address is hashed before it is stored, because people type
 * passwords into the wrong field.
 */
export const ofAccount = ({ secrets }: Hashing, email: string) =>
  allowance('account', secrets.hash(email), 'account');

/** Attempts from one network (an IPv4 address or an IPv6 /64), over all accounts. */
export const ofNetwork = (network: string) => allowance('address', network, 'address');

/** Attempts from a browser in which the same person has signed in before. */
export const ofKnownBrowser = (id: string) => allowance('browser', id, 'browser');

/** Attempts of a signed-in person on their own password; attempts of others do not use them up. */
export const ofSignedIn = (userId: string) => allowance('signed-in', userId, 'account');

/** Mails with a new link for one address, from anywhere; they use up no attempt to sign in. */
export const ofReset = ({ secrets }: Hashing, email: string) =>
  allowance('reset', secrets.hash(email), 'reset');

/** Such mails that a person asks for from a browser in which they have signed in. */
export const ofOwnResets = (browserId: string) => allowance('reset-browser', browserId, 'reset');

/** Such mails that one network asks for, over all addresses. */
export const ofNetworkResets = (network: string) => allowance('reset-network', network, 'address');

/** Counts an attempt. Returns the wait in ms before it may be checked; 0 if it may be checked now. */
export async function countPasswordAttempt(
  { signInAttempts }: Tables,
  { subject, max }: Allowance,
  nowMs: number,
): Promise<number> {
  const state = countAttempt(await signInAttempts.find(subject), nowMs);
  await signInAttempts.put(subject, state);
  return throttleWaitMs(state, max, nowMs);
}

/** Refunds an attempt that succeeded. */
export async function refundAttempt({ signInAttempts }: Tables, { subject }: Allowance): Promise<void> {
  const state = await signInAttempts.find(subject);
  if (state !== null && state.attempts > 0) {
    await signInAttempts.put(subject, { ...state, attempts: state.attempts - 1 });
  }
}
