import type { PeopleView } from '@/lib/contract/views';
import { type Caller, mayAdminister, type User, type UserListing } from '@/lib/domain/people/caller';
import { parseEmail } from '@/lib/domain/people/names';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, notFound, type Result } from '../result';
import { searchIn } from '../search';

/** The command line names people by e-mail address, pages by id. */
export type UserRef = { readonly email: string } | { readonly userId: string };

export async function findUser({ users, accessLinks }: Tables, ref: UserRef): Promise<Result<User>> {
  if ('userId' in ref) {
    const byId = await users.findById(ref.userId);
    return byId === null ? notFound('There is no such user.') : done(byId);
  }
  const email = parseEmail(ref.email);
  const byEmail = email === null ? null : await users.findByEmail(email);
  if (byEmail !== null) return done(byEmail);
  const isInvited = email !== null && (await accessLinks.isInvited(email));
  return notFound(
    isInvited
      ? `${email} is invited but has not signed in yet.`
      : `There is no user with the address ${ref.email}.`,
    'email',
  );
}

/** The id under which a person is locked; `''` when there is no one of that address. */
export async function userIdOf({ directory }: Pick<Ports, 'directory'>, ref: UserRef): Promise<string> {
  if ('userId' in ref) return ref.userId;
  const found = await directory.read((tables) => findUser(tables, ref));
  return found.ok ? found.value.id : '';
}

export async function listUsers({ directory }: Ports, who: Caller): Promise<Result<User[]>> {
  if (!mayAdminister(who)) return forbidden();
  return done(await directory.read(({ users }) => users.list()));
}

/** Searches all people. */
export const searchUsers = searchIn<UserListing>(({ users }, query) => users.search(query));

/** How many people are suggested. */
const SUGGESTED_MAX = 6;

/** The first people whose name or address contains `text`. Admins only. */
export async function suggestPeople(
  { directory }: Ports,
  who: Caller,
  text: string,
): Promise<Result<PeopleView>> {
  if (!mayAdminister(who)) return forbidden();
  const query = { text, sort: 'name', isDescending: false, page: 1 };
  const { rows } = await directory.read(({ users }) => users.search(query));
  const people = rows.slice(0, SUGGESTED_MAX).map(({ user: { name, email } }) => ({ name, email }));
  return done({ people });
}
