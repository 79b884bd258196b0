import { countAttempt, throttleWaitMs } from '@/lib/domain/people/throttle';
import type { Tables } from '@/lib/ports/ports';

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
