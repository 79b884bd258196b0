import type { PeopleView } from '@/lib/contract/people-view';
import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

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
