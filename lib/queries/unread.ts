import { UNREAD_PATH } from '@/lib/contract/dashboard-paths';
import type { UnreadView } from '@/lib/contract/unread-view';
import { read } from './read';

let latest: UnreadView | null = null;
/** Parts of the page that read the number with their own data. */
let readers = 0;
const listeners = new Set<() => void>();

/** The latest number that was read since the document was loaded; `null` before. */
export const latestUnread = (): UnreadView | null => latest;

/** Keeps a number that was read, unless a later one is known. */
export function keepUnread({ nowMs, unread }: UnreadView): void {
  if (latest !== null && latest.nowMs >= nowMs) return;
  latest = { nowMs, unread };
  for (const listener of listeners) listener();
}

/** Until the returned function is called, the page itself calls `keepUnread`. */
export function readsUnread(): () => void {
  readers++;
  return () => {
    readers--;
  };
}

/** When the tab is seen again, the number is read again, unless the page reads it anyway. */
async function readAgain(): Promise<void> {
  if (document.visibilityState === 'hidden' || readers > 0) return;
  try {
    const response = await read(UNREAD_PATH);
    if (response.ok) keepUnread(await response.json());
  } catch {
    // The number stays as it is.
  }
}

export function subscribeToUnread(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) document.addEventListener('visibilitychange', readAgain);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', readAgain);
  };
}
