import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

export async function listUsers({ directory }: Ports, who: Caller): Promise<Result<User[]>> {
  if (!mayAdminister(who)) return forbidden();
  return done(await directory.read(({ users }) => users.list()));
}
