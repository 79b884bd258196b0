import type { PeopleView } from '@/lib/contract/views';
import { isLinkLive } from '@/lib/domain/people/access-link';
import type { Caller, User, UserListing } from '@/lib/domain/people/caller';
import { parseEmail } from '@/lib/domain/people/names';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, notFound, type Result } from '../result';
import { may } from '../rights';
import { searchIn } from '../search';
import { emailLock, personLock, shared } from '../write';

/** The command line names people by email address, pages by id. */
export type UserRef = { readonly email: string } | { readonly userId: string };

export async function findUser({ users, accessLinks }: Tables, ref: UserRef): Promise<Result<User>> {
  if ('userId' in ref) {
    const byId = await users.findById(ref.userId);
    return byId === null ? notFound('There is no such user.') : done(byId);
  }
  const email = parseEmail(ref.email);
  const byEmail = email === null ? null : await users.findByEmail(email);
  if (byEmail !== null) return done(byEmail);
  if (ref.email.trim() === '') return notFound('Enter an email address.', 'email');
  const isInvited = email !== null && (await accessLinks.findInvitation(email)) !== null;
  return notFound(
    isInvited
      ? `${email} is invited but has not signed in yet.`
      : `There is no user with the address ${ref.email}.`,
    'email',
  );
}

/** The person who is to own a bot. Someone who is invited may; storeOwner stores them. */
export async function findOwner(tables: Tables, ref: UserRef, nowMs: number): Promise<Result<User>> {
  const found = await findUser(tables, ref);
  const email = 'email' in ref ? parseEmail(ref.email) : null;
  if (found.ok || email === null) return found;
  const link = await tables.accessLinks.findInvitation(email);
  if (link === null) return found;
  if (!isLinkLive(link, await tables.users.findById(link.issuer), nowMs)) {
    return notFound(`The invitation of ${email} has ended: invite them again.`, 'email');
  }
  const { userId: id, name } = link;
  const state = { isDisabled: true, isInvited: true, createdAtMs: nowMs, timeZone: null };
  return done({ id, email, name, role: 'owner', ...state });
}

/**
 * Stores an owner who is invited as disabled, so that nothing lets them in but their invitation. Part of a write that holds
 * ownerLocks.
 */
export async function storeOwner(
  { users, audit }: Tables,
  owner: User,
  actor: string,
  nowMs: number,
): Promise<void> {
  const { id, email, name, role } = owner;
  if (!owner.isInvited || (await users.findById(id)) !== null) return;
  await users.insert(owner, null);
  const after = { email, name, role };
  await audit.append({ actor, action: 'user.add-invited', subject: id, after }, nowMs);
}

/** The locks of a write that gives a bot to this person. */
export async function ownerLocks(ports: Pick<Ports, 'directory'>, ref: UserRef): Promise<Lock[]> {
  const email = 'email' in ref ? parseEmail(ref.email) : null;
  return [shared(personLock(await userIdOf(ports, ref))), ...(email === null ? [] : [emailLock(email)])];
}

/** The id under which a person is locked; `''` when there is no one of that address. */
export async function userIdOf({ directory }: Pick<Ports, 'directory'>, ref: UserRef): Promise<string> {
  if ('userId' in ref) return ref.userId;
  const found = await directory.read((tables) => findUser(tables, ref));
  return found.ok ? found.value.id : '';
}

export async function listUsers({ directory }: Ports, who: Caller): Promise<Result<User[]>> {
  if (!may(who, null, 'administer')) return forbidden();
  return done(await directory.read(({ users }) => users.list()));
}

/** Searches all people. */
export const searchUsers = searchIn<UserListing>(({ users }, query) => users.search(query));

/** How many people are suggested. */
const SUGGESTED_MAX = 6;
/** The newest invitations, among which people are suggested. */
const INVITED_MAX = 100;

/** The first people whose name or address contains `text`, then those who are invited. Admins only. */
export async function suggestPeople(
  { directory }: Ports,
  who: Caller,
  text: string,
): Promise<Result<PeopleView>> {
  if (!may(who, null, 'administer')) return forbidden();
  const query = { text, sort: 'name', isDescending: false, page: 1 };
  return directory.read(async ({ users, accessLinks }, nowMs) => {
    const { rows } = await users.search(query);
    const known = rows.map(({ user: { name, email } }) => ({ name, email }));
    const all = await accessLinks.listInvitations(nowMs, INVITED_MAX);
    const wanted = text.toLowerCase();
    const invited = all
      .map(({ name, email }) => ({ name, email }))
      .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted))
      .filter(({ email }) => !known.some((person) => person.email === email));
    return done({ people: [...known.slice(0, SUGGESTED_MAX), ...invited].slice(0, SUGGESTED_MAX) });
  });
}
