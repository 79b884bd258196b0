import { type Caller, SESSIONS_MAX, sessionId } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { disconnectAll, LAST_SIGN_IN_METHOD } from '../identities/own';
import { notifyPerson } from '../notices/notices';
import { conflict, done, notFound, type Result } from '../result';
import { personLock, writeAsPerson } from '../write';

/** Ends one session; does nothing if it has ended. */
export async function endSession({ directory, secrets }: Ports, sessionSecret: string): Promise<void> {
  const hash = secrets.hash(sessionSecret);
  const session = await directory.read(({ sessions }) => sessions.find(hash));
  if (session === null) return;
  await directory.write([personLock(session.userId)], ({ sessions }) => sessions.delete(hash));
}

/** Ends one of the caller's sessions, by its sessionId. */
export async function endOneSession(ports: Ports, who: Caller, id: string): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async ({ sessions }, nowMs, { user }, record) => {
    const own = await sessions.listOfUser(user.id, 1, SESSIONS_MAX, nowMs);
    const session = own.find(({ hash }) => sessionId(hash) === id);
    if (session === undefined) return notFound('This session has already ended.');
    await sessions.delete(session.hash);
    await record('sign-out.session', user.id);
    return done(null);
  });
}

/**
 * Ends all of the caller's sessions, including this one; with `disconnects` also disconnects their identities.
 * Refused if that would leave no way to sign in.
 */
export async function endOwnSessions(
  ports: Ports,
  who: Caller,
  { disconnects = false }: { disconnects?: boolean } = {},
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async (tables, nowMs, { user: { id } }, record) => {
    const { sessions, users } = tables;
    if (disconnects) {
      if ((await users.findPasswordHash(id)) === null) return conflict(LAST_SIGN_IN_METHOD);
      await disconnectAll(tables, ports, id, id, nowMs);
    }
    await sessions.deleteOfUser(id);
    await record('sign-out.everywhere', id);
    await notifyPerson(tables, ports, id, { kind: 'sign-out.everywhere', actor: id }, nowMs);
    return done(null);
  });
}
