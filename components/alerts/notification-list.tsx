'use client';

import { Bell } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { useReader } from '@/components/ui/reader';
import { Ago, Time } from '@/components/ui/time';
import { eventText } from '@/lib/contract/event-text';
import { paths } from '@/lib/contract/paths';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { EVENT_LOOK } from './event-look';

type Item = {
  readonly event: BotEvent;
  readonly botName: string;
  readonly isUnread: boolean;
  readonly isMuted: boolean;
};

/** Events of a person's bots, newest first. */
export function NotificationList({ items, nowMs }: { items: readonly Item[]; nowMs: number }) {
  return (
    <ul aria-label="Notifications, newest first" className="rounded border bg-surface">
      {items.map((item) => (
        <Notification key={item.event.id} item={item} nowMs={nowMs} />
      ))}
    </ul>
  );
}

function Notification({ item: { event, botName, isUnread, isMuted }, nowMs }: { item: Item; nowMs: number }) {
  const { timeZone } = useReader();
  const { title, meaning, advice, path } = eventText(event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[event.type];
  return (
    <li className="flex gap-3 border-b px-4 py-3 last:border-b-0">
      <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
      <div className="wrap-anywhere min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={path}
            className={cn(
              'min-w-0 rounded-inner underline-offset-4 hover:underline',
              isUnread && 'font-semibold',
            )}
          >
            <bdi>{title}</bdi>
          </Link>
          {isUnread && (
            <Badge tone="accent" icon={<Bell />}>
              Unread
            </Badge>
          )}
        </div>
        <p className="max-w-4xl text-sm">{`${meaning} ${advice}`}</p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-muted text-xs">
          <Link
            href={paths.bot(event.data.botId).page}
            className="block max-w-60 truncate rounded-inner leading-6 underline underline-offset-4"
          >
            <bdi>{botName}</bdi>
          </Link>
          <span className="leading-6">
            <Ago atMs={event.atMs} nowMs={nowMs} /> · <Time atMs={event.atMs} />
            {isMuted && <span>{' · not counted at the bell'}</span>}
          </span>
        </p>
      </div>
    </li>
  );
}
