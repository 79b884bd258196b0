import type { Principal } from '@/lib/domain/principal';
import type { Ports, Session } from './ports';
import { done, forbidden, type Result } from './result';

/** Ends one session; a second time does nothing. */
export async function endSession({ directory, secrets }: Ports, sessionSecret: string): Promise<void> {
  await directory.write(({ sessions }) => sessions.delete(secrets.hash(sessionSecret)));
}

/** Ends all sessions of the person who asks, this one too. */
export async function endOwnSessions({ directory }: Ports, who: Principal): Promise<Result<null>> {
  if (who.kind !== 'person') return forbidden();
  return directory.write(async ({ sessions, audit }, nowMs) => {
    await sessions.deleteOfUser(who.userId);
    await audit.append({ actor: who.userId, action: 'sign-out.everywhere', subject: who.userId }, nowMs);
    return done(null);
  });
}

/** The sessions of the person who asks, newest first. */
export async function listOwnSessions({ directory }: Ports, who: Principal): Promise<Result<Session[]>> {
  if (who.kind !== 'person') return forbidden();
  return done(
    await directory.read(async ({ sessions }, nowMs) =>
      (await sessions.listOfUser(who.userId)).filter((s) => nowMs < s.expiresAtMs),
    ),
  );
}
