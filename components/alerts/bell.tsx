import { Bell as BellIcon } from '@/components/ui/icons';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/contract/paths';
import type { UnreadView } from '@/lib/contract/unread-view';
import { UnreadCount } from './unread-count';

/** A link to the notifications, with the number of unread ones. */
export function Bell({ first }: { first: UnreadView }) {
  return (
    <Link
      href={paths.notifications}
      className="relative inline-flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-inset hover:text-ink"
    >
      <BellIcon className="size-4" aria-hidden="true" />
      <UnreadCount first={first} />
    </Link>
  );
}
