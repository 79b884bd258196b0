import type { Caller } from '@/lib/domain/people/caller';
import { CHANGES_MAX, CHANGES_WINDOW_MS, countAttempt, throttleWaitMs } from '@/lib/domain/people/throttle';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { attemptsLock } from '../write';

/**
 * Counts a change of a person before it is tried, whatever it changes and whether it is then refused: each writes rows, and
 * those of the logs stay. Callers that are not people are not limited here.
 */
export async function countChange(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
): Promise<Result<null>> {
  if (who.kind !== 'person') return done(null);
  const subject = `changes:${who.userId}`;
  const waitMs = await directory.write([attemptsLock({ subject })], async ({ signInAttempts }, nowMs) => {
    const state = countAttempt(await signInAttempts.find(subject), nowMs, CHANGES_WINDOW_MS);
    const waitMs = throttleWaitMs(state, CHANGES_MAX, nowMs, CHANGES_WINDOW_MS);
    if (waitMs === 0) await signInAttempts.put(subject, state);
    return waitMs;
  });
  if (waitMs === 0) return done(null);
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `Too many changes: one person may make ${CHANGES_MAX} a minute. Nothing was changed; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { ok: false, refusal: { code: 'too_many', message, retryAfterMs: waitMs } };
}
