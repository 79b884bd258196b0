import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { disconnectAll, LAST_SIGN_IN_METHOD } from '../identities/disconnect';
import { notifyPerson } from '../notices/notify';
import { conflict, done, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/**
 * Ends all of the caller's sessions, including this one; with `disconnects` also disconnects their identities.
 * Refused if that would leave no way to sign in.
 */
export async function endOwnSessions(
  ports: Ports,
  who: Caller,
  { disconnects = false }: { disconnects?: boolean } = {},
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async (tables, nowMs, { user: { id } }) => {
    const { sessions, audit, users } = tables;
    if (disconnects) {
      if ((await users.findPasswordHash(id)) === null) return conflict(LAST_SIGN_IN_METHOD);
      await disconnectAll(tables, ports, id, id, nowMs);
    }
    await sessions.deleteOfUser(id);
    await audit.append({ actor: id, action: 'sign-out.everywhere', subject: id }, nowMs);
    await notifyPerson(tables, ports, id, { kind: 'sign-out.everywhere', actor: id }, nowMs);
    return done(null);
  });
}
