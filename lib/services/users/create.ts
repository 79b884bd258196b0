import { actorOf, type Caller, type Role, type User } from '@/lib/domain/people/caller';
import { NAME_LENGTH, nameError, parseEmail, parseName, passwordError } from '@/lib/domain/people/names';
import type { Ports, Tables } from '@/lib/ports/ports';
import { conflict, done, forbidden, invalidFields, type Result } from '../result';
import { may } from '../rights';
import { emailLock, FIRST_ADMIN_LOCK, shared, writeAsAdmin } from '../write';

export type NewPerson = {
  readonly email: string;
  readonly role: Role;
  /** Defaults to the part of the address before the `@`. */
  readonly name?: string | undefined;
};
export type NewUser = NewPerson & { readonly password: string };

/** Creates a person who can sign in. Refuses a taken address, an invalid name and a weak password. */
export async function createUser(ports: Ports, who: Caller, input: NewUser): Promise<Result<User>> {
  if (!may(who, null, 'administer')) return forbidden();
  const checked = await checkNewUser(ports, input);
  if (!checked.ok) return checked;
  const locks = [shared(FIRST_ADMIN_LOCK), emailLock(checked.value.user.email)];
  return writeAsAdmin(ports, who, locks, (tables, nowMs) =>
    insertUser(tables, actorOf(who), checked.value, nowMs),
  );
}

export type CheckedPerson = Omit<User, 'createdAtMs' | 'timeZone'>;
export type CheckedUser = { readonly user: CheckedPerson; readonly passwordHash: string | null };

export async function checkNewUser(
  ports: Pick<Ports, 'passwords' | 'secrets'>,
  input: NewUser,
): Promise<Result<CheckedUser>> {
  const checked = checkPerson(ports, input);
  const password = passwordError(input.password);
  if (!checked.ok || password !== null) {
    return invalidFields({ ...(checked.ok ? {} : checked.refusal.errors), password });
  }
  return done({ user: checked.value, passwordHash: await ports.passwords.hash(input.password) });
}

/** A new person with an id. */
export function checkPerson({ secrets }: Pick<Ports, 'secrets'>, input: NewPerson): Result<CheckedPerson> {
  const email = parseEmail(input.email);
  const name = parseName(input.name ?? nameOf(email ?? 'unknown@'));
  if (email === null || name === null) {
    return invalidFields({
      email: email === null ? 'This is not an email address.' : null,
      name: nameError(input.name ?? nameOf(email ?? 'unknown@')),
    });
  }
  return done({ id: secrets.newId(), email, name, role: input.role, isDisabled: false });
}

/** The part of an address before the `@`, cut to the maximum length of a name at a code point. */
const nameOf = (email: string) =>
  Array.from(email.slice(0, email.indexOf('@')))
    .slice(0, NAME_LENGTH.max)
    .join('');

/** Stores a new person, or lets one in who owned bots before they accepted their invitation. */
export async function insertUser(
  { users, audit, accessLinks }: Tables,
  actor: string,
  { user, passwordHash }: CheckedUser,
  nowMs: number,
): Promise<Result<User>> {
  const existing = await users.findByEmail(user.email);
  if (existing !== null && !existing.isInvited) {
    return conflict(`There is already a user with the address ${user.email}.`, 'email');
  }
  const created = { ...user, id: existing?.id ?? user.id, createdAtMs: nowMs, timeZone: null };
  if (existing === null) await users.insert(created, passwordHash);
  else {
    const { id, name, role, isDisabled } = created;
    await users.update(id, { name, role, isDisabled, isInvited: false }, nowMs);
    await users.setPasswordHash(id, passwordHash);
  }
  await accessLinks.deleteOfAddress('invite', user.email);
  const { email, name, role } = created;
  await audit.append(
    { actor, action: 'user.create', subject: created.id, after: { email, name, role } },
    nowMs,
  );
  return done(created);
}
