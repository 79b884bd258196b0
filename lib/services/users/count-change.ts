import type { Caller } from '@/lib/domain/people/caller';
import { PERSON_CHANGES_MAX, PERSON_CHANGES_WINDOW_MS } from '@/lib/domain/people/throttle';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { countAllowed } from '../throttle';
import { attemptsLock } from '../write';

/**
 * Counts a change of a person before it is tried, whatever it changes and whether it is then refused: each writes rows, and
 * those of the logs stay. Callers that are not people are not limited here.
 */
export async function countChange(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
): Promise<Result<null>> {
  if (who.kind !== 'person' && who.kind !== 'enrolling') return done(null);
  const subject = `changes:${who.userId}`;
  const limit = { subject, max: PERSON_CHANGES_MAX, windowMs: PERSON_CHANGES_WINDOW_MS };
  const waitMs = await directory.write([attemptsLock(limit)], (tables, nowMs) =>
    countAllowed(tables, limit, nowMs),
  );
  if (waitMs === 0) return done(null);
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `Too many changes: one person may make ${PERSON_CHANGES_MAX} a minute. Nothing was changed; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { ok: false, refusal: { code: 'too_many', message, retryAfterMs: waitMs } };
}
