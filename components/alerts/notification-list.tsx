'use client';

import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { SERVER_READER, useReader } from '@/components/ui/reader';
import { Ago, Time } from '@/components/ui/time';
import { eventText } from '@/lib/contract/event-text';
import { paths } from '@/lib/contract/paths';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { timeText } from '@/lib/view/times';
import { EVENT_LOOK } from './event-look';
import { MarkOneRead } from './mark-read';

type Item = {
  readonly event: BotEvent;
  readonly botName: string;
  readonly isUnread: boolean;
  readonly isMuted: boolean;
};

type Props = { nowMs: number };

/** Events of a person's bots, newest first, with a heading where a day of the reader begins. */
export function NotificationList({ items, nowMs }: Props & { items: readonly Item[] }) {
  const reader = useReader();
  const days = items.map(({ event }) => timeText(event.atMs, 'weekday', reader));
  const zone = reader === SERVER_READER ? ' UTC' : '';
  return (
    <ul aria-label="Notifications, newest first" className="rounded border bg-surface">
      {items.map((item, at) => (
        <li key={item.event.id} className="border-b last:border-b-0">
          {days[at] !== days[at - 1] && (
            <h2 className="border-b bg-inset px-4 py-2 font-medium text-muted text-xs">
              <span>{days[at] + zone}</span>
            </h2>
          )}
          <Notification item={item} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  );
}

function Notification({ item, nowMs }: Props & { item: Item }) {
  const { event, botName, isUnread, isMuted } = item;
  const { timeZone } = useReader();
  const { title, meaning, advice, path } = eventText(event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[event.type];
  return (
    <div className="relative flex gap-3 px-4 py-3 hover:bg-hover">
      {isUnread && <span className="state-dot absolute top-4.5 left-1 text-accent" />}
      <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
      <div className="wrap-anywhere min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={path}
            className={cn(
              'min-w-0 rounded-inner underline-offset-4 hover:underline',
              isUnread ? 'font-semibold' : 'font-medium',
            )}
          >
            <bdi>{title}</bdi>
          </Link>
          {isUnread && (
            <>
              <span className="sr-only">Unread</span>
              <MarkOneRead eventId={event.id} of={title} />
            </>
          )}
          <span className="ml-auto text-muted text-xs">
            <Ago atMs={event.atMs} nowMs={nowMs} />
          </span>
        </div>
        <p className="max-w-4xl text-control text-muted">{`${meaning} ${advice}`}</p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-muted text-xs">
          <Link
            href={paths.bot(event.data.botId).page}
            className="block max-w-60 truncate rounded-inner leading-6 underline underline-offset-4"
          >
            <bdi>{botName}</bdi>
          </Link>
          <span className="leading-6">
            <Time atMs={event.atMs} />
            {isMuted && <span>{' · not counted at the bell'}</span>}
          </span>
        </p>
      </div>
    </div>
  );
}
