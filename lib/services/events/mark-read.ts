import type { Caller } from '@/lib/domain/caller';
import type { NotificationPlace } from '@/lib/domain/notification';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/**
 * Marks the caller's notifications up to `place` as read, so that those that came while they were reading stay unread.
 * A mark never moves back.
 */
export async function markRead(ports: Ports, who: Caller, place: NotificationPlace): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async ({ notifications }, nowMs, { user }) => {
    // What is not due yet cannot have been read.
    await notifications.raiseReadMark(user.id, { ...place, atMs: Math.min(place.atMs, nowMs) });
    return done(null);
  });
}
