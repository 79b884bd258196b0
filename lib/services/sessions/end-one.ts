import type { Caller } from '@/lib/domain/caller';
import { SESSIONS_MAX, sessionId } from '@/lib/domain/session';
import type { Ports } from '@/lib/ports/ports';
import { done, notFound, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/** Ends one of the caller's sessions, by its sessionId. */
export async function endOneSession(ports: Ports, who: Caller, id: string): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async ({ sessions, audit }, nowMs, { user }) => {
    const own = await sessions.listOfUser(user.id, 1, SESSIONS_MAX, nowMs);
    const session = own.find(({ hash }) => sessionId(hash) === id);
    if (session === undefined) return notFound('This session has already ended.');
    await sessions.delete(session.hash);
    await audit.append({ actor: user.id, action: 'sign-out.session', subject: user.id }, nowMs);
    return done(null);
  });
}
