import { parseEmail } from '@/lib/domain/names';
import type { User } from '@/lib/domain/user';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { done, notFound, type Result } from '../result';

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
