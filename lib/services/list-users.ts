import { mayAdminister, type Principal } from '@/lib/domain/principal';
import type { Ports, User } from './ports';
import { done, forbidden, type Result } from './result';

export async function listUsers({ directory }: Ports, who: Principal): Promise<Result<User[]>> {
  if (!mayAdminister(who)) return forbidden();
  return done(await directory.read(({ users }) => users.list()));
}
