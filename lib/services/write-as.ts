import { type Caller, mayAdminister, type PersonCaller } from '@/lib/domain/caller';
import type { Lock, Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { personLock, shared } from './locks';
import { forbidden, type Result } from './result';
import { type LiveSession, readSession } from './sessions/find';

/** The work of one transaction. The third argument is the caller as read in the transaction. */
type Work<T, C> = (tables: Tables, nowMs: number, caller: C) => Promise<Result<T>>;
type DirectoryPort = Pick<Ports, 'directory'>;

/**
 * Runs one directory transaction on behalf of `who`. A person's session, role and state are read again inside it, so
 * a person who was signed out, disabled or demoted after authentication is treated as what they are now.
 */
export async function writeAs<T>(
  ports: DirectoryPort,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, Caller>,
): Promise<Result<T>> {
  if (who.kind !== 'person') return ports.directory.write(locks, (tables, nowMs) => work(tables, nowMs, who));
  const all = [shared(personLock(who.userId)), ...locks];
  return writeAsLive(ports, who, all, (tables, nowMs, now) => work(tables, nowMs, now.who));
}

/** writeAs for admins and the operator. Others are refused before the transaction begins. */
export async function writeAsAdmin<T>(
  ports: DirectoryPort,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, Caller>,
): Promise<Result<T>> {
  if (!mayAdminister(who)) return forbidden();
  return writeAs(ports, who, locks, async (tables, nowMs, caller) =>
    mayAdminister(caller) ? work(tables, nowMs, caller) : forbidden(),
  );
}

/** writeAs for changes to the caller's own account. Callers that are not people are refused. */
export async function writeAsPerson<T>(
  ports: DirectoryPort,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, LiveSession>,
): Promise<Result<T>> {
  if (who.kind !== 'person') return forbidden();
  return writeAsLive(ports, who, [personLock(who.userId), ...locks], work);
}

async function writeAsLive<T>(
  { directory }: DirectoryPort,
  who: PersonCaller,
  locks: readonly Lock[],
  work: Work<T, LiveSession>,
): Promise<Result<T>> {
  return directory.write(locks, async (tables, nowMs) => {
    const now = await readSession(tables, who.sessionHash, nowMs);
    return now?.user.id === who.userId ? work(tables, nowMs, now) : forbidden();
  });
}
