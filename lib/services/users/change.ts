import { type Caller, isActingAdmin, parseTimeZone, type Role, type User } from '@/lib/domain/people/caller';
import { NAME_ERROR, nameError, parseNewName } from '@/lib/domain/people/names';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { conflict, done, forbidden, invalid, type Result } from '../result';
import { may } from '../rights';
import {
  changed,
  FIRST_ADMIN_LOCK,
  LAST_ADMIN_LOCK,
  personLock,
  type Recorder,
  shared,
  type WritePorts,
  writeAsAdmin,
  writeAsPerson,
} from '../write';
import { findUser, type UserRef, userIdOf } from './find';

type UserChange = { readonly name?: string; readonly role?: Role; readonly isDisabled?: boolean };

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
  const mayMoveAdmins = change.role !== undefined || change.isDisabled !== undefined;
  const locks = mayMoveAdmins ? [LAST_ADMIN_LOCK, shared(FIRST_ADMIN_LOCK)] : [];
  return writeOnUser(ports, who, ref, locks, async (tables, nowMs, user, record) => {
    const name = parseNewName(change.name, user.name);
    if (name === null) return invalid(nameError(change.name ?? '') ?? NAME_ERROR, 'name');
    const next = { name, role: change.role ?? user.role, isDisabled: change.isDisabled ?? user.isDisabled };
    const { before, after } = changed(user, next);
    if (after === null) return done(user);
    const isStepDown = isActingAdmin(user) && !isActingAdmin({ ...user, ...after });
    if (isStepDown && (await tables.users.countEnabledAdmins()) === 1) return conflict(LAST_ADMIN);
    await tables.users.update(user.id, after, nowMs);
    // An admin is asked for a code wherever they sign in.
    if (after.role === 'admin') await tables.secondFactors.forget(user.id);
    if (after.isDisabled) {
      await tables.sessions.deleteOfUser(user.id);
      await tables.accessLinks.deleteOfUser(user.id);
    }
    if (isStepDown) await tables.accessLinks.deleteIssuedBy(user.id);
    await record('user.change', user.id, { before, after });
    return done({ ...user, ...after });
  });
}

const LAST_ADMIN = 'This is the last admin who can sign in.';

/**
 * writeAsAdmin on a person, who is locked; `work` gets them as they are now. Refused for someone who has not accepted their
 * invitation yet, unless `alsoInvited`.
 */
export async function writeOnUser<T>(
  ports: WritePorts,
  who: Caller,
  ref: UserRef,
  locks: readonly Lock[],
  work: (tables: Tables, nowMs: number, user: User, record: Recorder) => Promise<Result<T>>,
  alsoInvited = false,
): Promise<Result<T>> {
  if (!may(who, null, 'administer')) return forbidden();
  const userId = await userIdOf(ports, ref);
  return writeAsAdmin(ports, who, [personLock(userId), ...locks], async (tables, nowMs, _, record) => {
    const found = await findUser(tables, ref);
    if (!found.ok) return found;
    if (found.value.id !== userId) return conflict('This address was given to someone else meanwhile.');
    if (found.value.isInvited && !alsoInvited) {
      return conflict(
        `${found.value.email} has not accepted their invitation yet. To change it, invite them again.`,
      );
    }
    return work(tables, nowMs, found.value, record);
  });
}

/** Sets the caller's own time zone; empty for that of the browser on pages, and UTC in messages. */
export async function setOwnTimeZone(
  ports: Ports,
  who: Caller,
  text: string,
): Promise<Result<string | null>> {
  const typed = text.trim();
  const timeZone = typed === '' ? null : parseTimeZone(typed.replaceAll(' ', '_'));
  if (typed !== '' && timeZone === null) {
    return invalid('This is no time zone. Choose one from the list, such as Europe/Berlin.', 'zone');
  }
  return writeAsPerson(ports, who, [], async ({ users }, nowMs, { user: { id } }) => {
    await users.update(id, { timeZone }, nowMs);
    return done(timeZone);
  });
}

/** Deletes a person. Refused while they own bots, and for the last admin who can sign in. */
export async function deleteUser(ports: Ports, who: Caller, ref: UserRef): Promise<Result<User>> {
  return writeOnUser(ports, who, ref, [LAST_ADMIN_LOCK], remove, true);

  async function remove(tables: Tables, _: number, user: User, record: Recorder): Promise<Result<User>> {
    const owned = await tables.bots.countOwnedBy(user.id);
    if (owned > 0) {
      return conflict(
        `${user.email} owns ${owned} ${owned === 1 ? 'bot' : 'bots'}; give them to another user first.`,
      );
    }
    if (isActingAdmin(user) && (await tables.users.countEnabledAdmins()) === 1) return conflict(LAST_ADMIN);
    await tables.users.delete(user.id);
    await tables.accessLinks.deleteOfUser(user.id);
    await tables.accessLinks.deleteIssuedBy(user.id);
    await tables.people.deleteIssuedBy(user.id);
    await tables.people.deleteInvitationsTo(user.email);
    const { email, name, role } = user;
    await record('user.delete', user.id, { before: { email, name, role } });
    return done(user);
  }
}
