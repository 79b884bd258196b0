import { NAME_FAULT, parseName } from '@/lib/domain/names';
import { actorOf, mayAdminister, type Principal, type Role } from '@/lib/domain/principal';
import { changed } from './changed';
import { findUser, type UserRef } from './find-user';
import type { Ports, User } from './ports';
import { conflict, done, forbidden, invalid, type Result } from './result';

export type UserChange = { readonly name?: string; readonly role?: Role; readonly isDisabled?: boolean };

/**
 * Changes a person's name, role, or whether they may sign in (their sessions end): all of it or nothing. The last admin
 * who can sign in stays one.
 */
export async function changeUser(
  { directory }: Ports,
  who: Principal,
  ref: UserRef,
  change: UserChange,
): Promise<Result<User>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.write(async (tables, nowMs) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    const user = found.value;
    const name = parseName(change.name ?? user.name);
    if (name === null) return invalid(NAME_FAULT, 'name');
    const next = { name, role: change.role ?? user.role, isDisabled: change.isDisabled ?? user.isDisabled };
    const { before, after } = changed(user, next);
    if (after === null) return done(user);
    const isStepDown = isActingAdmin(user) && !isActingAdmin({ ...user, ...after });
    if (isStepDown && (await tables.users.countEnabledAdmins()) === 1) return conflict(LAST_ADMIN);
    await tables.users.update(user.id, after, nowMs);
    if (after.isDisabled) await tables.sessions.deleteOfUser(user.id);
    const entry = { actor: actorOf(who), action: 'user.change', subject: user.id, before, after };
    await tables.audit.append(entry, nowMs);
    return done({ ...user, ...after });
  });
}

export const LAST_ADMIN = 'This is the last admin who can sign in.';

export const isActingAdmin = (user: User): boolean => user.role === 'admin' && !user.isDisabled;
