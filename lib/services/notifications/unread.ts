import type { UnreadView } from '@/lib/contract/views';
import { type NotificationPlace, UNREAD_MAX } from '@/lib/domain/alerts/notification';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** How many unread events are looked at, so that many muted ones cost a bounded time. */
const LOOKED_AT_MAX = 1_000;

export type Unread = {
  /** At most UNREAD_MAX + 1. */
  readonly count: number;
  /** The place of the newest one; `null` if there is none. */
  readonly newest: NotificationPlace | null;
};

/**
 * The number of the caller's unread notifications without muted ones. It runs for every page: a short read of an index,
 * whatever the number of bots and events.
 */
export async function countUnread(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
): Promise<Result<UnreadView>> {
  if (who.kind !== 'person') return forbidden();
  const { userId } = who;
  return directory.read(async (tables, nowMs) =>
    done({ unread: (await findUnread(tables, userId, nowMs)).count }),
  );
}

/** A person's unread notifications, without muted ones. */
export async function findUnread({ notifications }: Tables, userId: string, nowMs: number): Promise<Unread> {
  const max = UNREAD_MAX + 1;
  const unread: NotificationPlace[] = [];
  let before: NotificationPlace | null = null;
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX && unread.length < max; lookedAt += max) {
    const found = await notifications.listUnread({ userId, before, nowMs, max });
    unread.push(...found.filter(({ isMuted }) => !isMuted));
    before = found.at(-1) ?? null;
    if (found.length < max) break;
  }
  const [newest] = unread;
  const place = newest === undefined ? null : { atMs: newest.atMs, eventId: newest.eventId };
  return { count: Math.min(unread.length, max), newest: place };
}
