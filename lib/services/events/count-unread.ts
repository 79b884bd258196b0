import type { UnreadView } from '@/lib/contract/unread-view';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { unreadOf } from '../notifications/unread';
import { done, forbidden, type Result } from '../result';

/**
 * The number of the caller's unread notifications without muted ones. It runs for every page: two short reads of indexes,
 * whatever the number of bots and events.
 */
export async function countUnread(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
): Promise<Result<UnreadView>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async (tables, nowMs) => done({ nowMs, unread: await unreadOf(tables, who, nowMs) }));
}
