import type { Caller } from '@/lib/domain/caller';
import type { Identity } from '@/lib/domain/identity';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { notifyPerson } from '../notices/notify';
import { conflict, done, notFound, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/** The refusal to remove the last way to sign in. */
export const LAST_SIGN_IN_METHOD =
  'You have no password, so you could not sign in again. Set one first: an admin can create a link for it.';

/**
 * Disconnects an identity from the caller and ends all their other sessions, since any of them may have been opened
 * with it.
 */
export async function disconnectIdentity(
  ports: Ports,
  who: Caller,
  { provider, subject }: Identity,
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async (tables, nowMs, { session, who: { userId } }) => {
    const own = await tables.identities.listOfUser(userId);
    const identity = own.find((each) => each.provider === provider && each.subject === subject);
    if (identity === undefined) return notFound('This account is not connected.');
    if (own.length === 1 && (await tables.users.findPasswordHash(userId)) === null)
      return conflict(LAST_SIGN_IN_METHOD);
    await disconnect(tables, ports, userId, userId, identity, nowMs);
    await tables.sessions.deleteOfUser(userId, session.hash);
    return done(null);
  });
}

/** Disconnects all identities of a person; the caller ends their sessions. */
export async function disconnectAll(
  tables: Tables,
  ports: Pick<Ports, 'secrets'>,
  actor: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  for (const identity of await tables.identities.listOfUser(userId)) {
    await disconnect(tables, ports, actor, userId, identity, nowMs);
  }
}

async function disconnect(
  tables: Tables,
  ports: Pick<Ports, 'secrets'>,
  actor: string,
  userId: string,
  identity: Identity,
  nowMs: number,
): Promise<void> {
  await tables.identities.delete(identity);
  const before = { provider: identity.provider, account: identity.subject };
  await tables.audit.append({ actor, action: 'identity.disconnect', subject: userId, before }, nowMs);
  await notifyPerson(tables, ports, userId, { kind: 'identity.disconnect', actor, identity }, nowMs);
}
