import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';
import { findUnread } from './unread';

/**
 * The number of the caller's unread notifications without muted ones, at most UNREAD_MAX + 1. It runs for every page:
 * two short reads of indexes, whatever the number of bots and events.
 */
export async function countUnread(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
): Promise<Result<number>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async (tables, nowMs) => done((await findUnread(tables, who.userId, nowMs)).count));
}
