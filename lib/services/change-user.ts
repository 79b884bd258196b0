import { NAME_FAULT, parseName } from '@/lib/domain/names';
import { actorOf, mayAdminister, type Principal, type Role } from '@/lib/domain/principal';
import { findUser, type UserRef } from './find-user';
import type { Ports, User } from './ports';
import { conflict, done, forbidden, invalid, type Result } from './result';

/** A role, a name, or whether the person may sign in. */
export type UserChange =
  | { readonly role: Role }
  | { readonly name: string }
  | { readonly isDisabled: boolean };

/** Changes a person. The last admin who can sign in stays one. */
export async function changeUser(
  { directory }: Ports,
  who: Principal,
  ref: UserRef,
  change: UserChange,
): Promise<Result<User>> {
  if (!mayAdminister(who)) return forbidden();
  const checked = checkChange(change);
  if (!checked.ok) return checked;
  const fields = checked.value;
  return directory.write(async (tables, nowMs) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    const user = found.value;
    const changed = { ...user, ...fields };
    if (isActingAdmin(user) && !isActingAdmin(changed) && (await tables.users.countEnabledAdmins()) === 1) {
      return conflict('This is the last admin who can sign in.');
    }
    await tables.users.update(user.id, fields, nowMs);
    if (changed.isDisabled) await tables.sessions.deleteOfUser(user.id);
    const [action, before] = described(user, fields);
    const entry = { actor: actorOf(who), action, subject: user.id, before, after: fields };
    await tables.audit.append(entry, nowMs);
    return done(changed);
  });
}

function checkChange(change: UserChange): Result<UserChange> {
  if (!('name' in change)) return done(change);
  const name = parseName(change.name);
  return name === null ? invalid(NAME_FAULT, 'name') : done({ name });
}

function described(user: User, change: UserChange): [action: string, before: object] {
  if ('role' in change) return ['user.set-role', { role: user.role }];
  if ('name' in change) return ['user.rename', { name: user.name }];
  return [change.isDisabled ? 'user.disable' : 'user.enable', { isDisabled: user.isDisabled }];
}

const isActingAdmin = (user: User): boolean => user.role === 'admin' && !user.isDisabled;
