import type { PersonCaller } from '@/lib/domain/caller';
import { DAY_MS } from '@/lib/domain/plan';
import type { Role } from '@/lib/domain/user';
import type { Directory } from '@/lib/ports/directory';
import { T0 } from './accounts';

/** The caller of a person with the session that `insertSession` creates. */
export const signedIn = (userId: string, role: Role): PersonCaller => ({
  kind: 'person',
  userId,
  role,
  sessionHash: `session of ${userId}`,
});

/** Ten years, longer than any test advances the clock. */
const LIFE_MS = 3_650 * DAY_MS;

/** Creates the session of a caller that `signedIn` made. */
export async function insertSession(
  directory: Directory,
  { userId, sessionHash }: PersonCaller,
): Promise<void> {
  const life = { createdAtMs: T0, expiresAtMs: T0 + LIFE_MS, confirmedAtMs: null };
  await directory.write([], ({ sessions }) =>
    sessions.insert({ hash: sessionHash, userId, client: 'test', ...life }),
  );
}
