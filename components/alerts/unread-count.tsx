'use client';

import { useSyncExternalStore } from 'react';
import type { UnreadView } from '@/lib/contract/unread-view';
import { UNREAD_MAX } from '@/lib/domain/notification';
import { latestUnread, subscribeToUnread } from '@/lib/queries/unread';

/** The label of the bell with the number of unread notifications: that of the page, or one that was read later. */
export function UnreadCount({ first }: { first: UnreadView }) {
  const latest = useSyncExternalStore(subscribeToUnread, latestUnread, () => null);
  const { unread } = latest !== null && latest.nowMs > first.nowMs ? latest : first;
  const count = unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread);
  return (
    <>
      <span className="sr-only">{unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0 left-1/2 h-4 min-w-4 rounded-full bg-accent px-1 text-center font-medium text-accent-ink text-xs leading-4"
        >
          {count}
        </span>
      )}
    </>
  );
}
