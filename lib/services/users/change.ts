import type { AuditEntry } from '@/lib/domain/audit';
import { actorOf, type Caller } from '@/lib/domain/caller';
import { NAME_ERROR, nameError, parseNewName } from '@/lib/domain/names';
import { isActingAdmin, type Role, type User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { changed } from '../changed';
import { LAST_ADMIN_LOCK } from '../locks';
import { conflict, done, invalid, type Result } from '../result';
import type { UserRef } from './find';
import { writeOnUser } from './write-on-user';

export type UserChange = { readonly name?: string; readonly role?: Role; readonly isDisabled?: boolean };

/**
 * Changes a person's name, role or disabled state, all or nothing; disabling ends their sessions, and who is no acting
 * admin any more has issued no links. Refused if no admin who can sign in would remain.
 */
export async function changeUser(
  ports: Ports,
  who: Caller,
  ref: UserRef,
  change: UserChange,
): Promise<Result<User>> {
  const mayStepDown = change.role !== undefined || change.isDisabled !== undefined;
  const locks = mayStepDown ? [LAST_ADMIN_LOCK] : [];
  return writeOnUser(ports, who, ref, locks, async (tables, nowMs, user) => {
    const name = parseNewName(change.name, user.name);
    if (name === null) return invalid(nameError(change.name ?? '') ?? NAME_ERROR, 'name');
    const next = { name, role: change.role ?? user.role, isDisabled: change.isDisabled ?? user.isDisabled };
    const { before, after } = changed(user, next);
    if (after === null) return done(user);
    const isStepDown = isActingAdmin(user) && !isActingAdmin({ ...user, ...after });
    if (isStepDown && (await tables.users.countEnabledAdmins()) === 1) return conflict(LAST_ADMIN);
    await tables.users.update(user.id, after, nowMs);
    if (after.isDisabled) {
      await tables.sessions.deleteOfUser(user.id);
      await tables.accessLinks.deleteOfUser(user.id);
    }
    if (isStepDown) await tables.accessLinks.deleteIssuedBy(user.id);
    const entry: AuditEntry = { actor: actorOf(who), action: 'user.change', subject: user.id, before, after };
    await tables.audit.append(entry, nowMs);
    return done({ ...user, ...after });
  });
}

export const LAST_ADMIN = 'This is the last admin who can sign in.';
