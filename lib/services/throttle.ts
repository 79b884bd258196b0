import { countAttempt, throttleWaitMs } from '@/lib/domain/people/throttle';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { Tables } from '@/lib/ports/ports';
import { conflict, type Refusal } from './result';

/** What is counted under `subject`, and how many of it are allowed within `windowMs`. */
export type Limit = { readonly subject: string; readonly max: number; readonly windowMs: number };

/** How long to wait in ms before one more is allowed; 0 if it is allowed now, and then it is counted. */
export async function countAllowed(
  { signInAttempts }: Tables,
  { subject, max, windowMs }: Limit,
  nowMs: number,
): Promise<number> {
  const state = countAttempt(await signInAttempts.find(subject), nowMs, windowMs);
  const waitMs = throttleWaitMs(state, max, nowMs, windowMs);
  if (waitMs === 0) await signInAttempts.put(subject, state);
  return waitMs;
}

/** "Too many attempts. Try again in 15 minutes." */
export function tooMany(what: string, waitMs: number): { ok: false; refusal: Refusal } {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return conflict(`Too many ${what}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
}
