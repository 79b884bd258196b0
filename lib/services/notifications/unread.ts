import { type NotificationCursor, UNREAD_MAX } from '@/lib/domain/alerts/notification';
import type { Tables } from '@/lib/ports/ports';

/** How many unread events are looked at, so that many muted ones cost a bounded time. */
const LOOKED_AT_MAX = 1_000;

export type Unread = {
  /** At most UNREAD_MAX + 1. */
  readonly count: number;
  /** The cursor of the newest one; `null` if there is none. */
  readonly newest: NotificationCursor | null;
};

/** A person's unread notifications, without muted ones. */
export async function findUnread({ notifications }: Tables, userId: string, nowMs: number): Promise<Unread> {
  const max = UNREAD_MAX + 1;
  const unread: NotificationCursor[] = [];
  let before: NotificationCursor | null = null;
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX && unread.length < max; lookedAt += max) {
    const found = await notifications.listUnread({ userId, before, nowMs, max });
    unread.push(...found.filter(({ isMuted }) => !isMuted));
    before = found.at(-1) ?? null;
    if (found.length < max) break;
  }
  const [newest] = unread;
  const cursor = newest === undefined ? null : { atMs: newest.atMs, eventId: newest.eventId };
  return { count: Math.min(unread.length, max), newest: cursor };
}
