import { Bell as BellIcon } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/contract/paths';
import { UNREAD_MAX } from '@/lib/domain/alerts/notification';

/** A link to the notifications, with the number of unread ones. */
export function Bell({ unread }: { unread: number }) {
  const count = unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread);
  return (
    <Link
      href={paths.notifications}
      className="relative inline-flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-inset hover:text-ink"
    >
      <BellIcon className="size-4" />
      <span className="sr-only">{unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0 left-1/2 h-4 min-w-4 rounded-full bg-accent px-1 text-center font-medium text-accent-ink text-xs leading-4"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
