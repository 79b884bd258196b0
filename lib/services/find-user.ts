import { parseEmail } from '@/lib/domain/names';
import type { Tables, User } from './ports';
import { done, notFound, type Result } from './result';

/** People are named by address on the command line and by id on pages. */
export type UserRef = { readonly email: string } | { readonly userId: string };

export async function findUser({ users }: Tables, ref: UserRef): Promise<Result<User>> {
  if ('userId' in ref) {
    const byId = await users.findById(ref.userId);
    return byId === null ? notFound('There is no such user.') : done(byId);
  }
  const email = parseEmail(ref.email);
  const byEmail = email === null ? null : await users.findByEmail(email);
  return byEmail === null
    ? notFound(`There is no user with the address ${ref.email}.`, 'email')
    : done(byEmail);
}
