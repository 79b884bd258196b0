import type { Caller } from '@/lib/domain/caller';
import type { PersonNotice } from '@/lib/domain/notice';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** The caller's notices, newest first. */
export async function listOwnNotices(
  { directory }: Ports,
  who: Caller,
): Promise<Result<readonly PersonNotice[]>> {
  if (who.kind !== 'person') return forbidden();
  return done(await directory.read(({ notices }) => notices.listOfUser(who.userId)));
}
