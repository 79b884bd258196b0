import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { User } from '@/lib/domain/user';
import type { Lock, Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { personLock } from '../locks';
import { conflict, forbidden, type Result } from '../result';
import { writeAsAdmin } from '../write-as';
import { findUser, type UserRef, userIdOf } from './find';

/** writeAsAdmin on a person, who is locked; `work` gets them as they are now. */
export async function writeOnUser<T>(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  ref: UserRef,
  locks: readonly Lock[],
  work: (tables: Tables, nowMs: number, user: User) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!mayAdminister(who)) return forbidden();
  const userId = await userIdOf(ports, ref);
  return writeAsAdmin(ports, who, [personLock(userId), ...locks], async (tables, nowMs) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    if (found.value.id !== userId) return conflict('This address was given to someone else meanwhile.');
    return work(tables, nowMs, found.value);
  });
}
