import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/** Removes notices that the caller has seen; other people's notices stay. */
export async function dismissOwnNotices(
  ports: Ports,
  who: Caller,
  ids: readonly string[],
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async ({ notices }, _, { user: { id } }) => {
    await notices.delete(id, ids);
    return done(null);
  });
}
