'use client';

import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cn } from '@/components/ui/cn';
import { Form } from '@/components/ui/form';
import { Link } from '@/components/ui/link';
import { SERVER_READER, useReader } from '@/components/ui/reader';
import { RowActions, RowMenu } from '@/components/ui/row-actions';
import { hasSingleKeys } from '@/components/ui/single-keys';
import { Time } from '@/components/ui/time';
import { markReadAction, markTheseReadAction } from '@/lib/actions/notifications';
import { paths } from '@/lib/contract/paths';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { personQuery } from '@/lib/queries/person';
import { courseOf, incidentsOf, incidentText } from '@/lib/view/incidents';
import { notificationsHref } from '@/lib/view/notification-links';
import { timeText } from '@/lib/view/times';
import { EVENT_LOOK } from './event-look';
import { PlanSilence } from './plan-silence';

type Item = {
  readonly event: BotEvent;
  readonly botName: string;
  readonly isUnread: boolean;
  readonly isMuted: boolean;
};

/** Marks everything up to the place `upTo` as read: what arrives meanwhile stays unread. */
export const MarkAllRead = ({ upTo }: { upTo: string }) => (
  <Form
    action={markReadAction}
    changes={personQuery.queryKey}
    hidden={{ upTo }}
    className="flex flex-wrap items-center gap-2"
    submitLabel={
      <>
        <Check />
        <span>Mark all as read</span>
      </>
    }
  />
);

const NEIGHBOR = { j: 'nextElementSibling', k: 'previousElementSibling' } as const;

/** While the focus is in the list: j and k move to the next and the previous incident, e marks one as read. */
function onKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
  const row = (target as Element).closest('li[data-incident]');
  if (row === null || altKey || ctrlKey || metaKey || !hasSingleKeys()) return;
  if (key === 'j' || key === 'k') row[NEIGHBOR[key]]?.querySelector('a')?.focus();
  if (key === 'e') row.querySelector<HTMLElement>('[type=submit]')?.click();
}

/** What happened to a person's bots, newest first, with a heading where a day of the reader begins. */
export function NotificationList({ items }: { items: readonly Item[] }) {
  const reader = useReader();
  const incidents = incidentsOf(items);
  const days = incidents.map(([latest]) => latest && timeText(latest.event.atMs, 'weekday', reader));
  const zone = reader === SERVER_READER ? ' UTC' : '';
  return (
    <ul
      aria-label="Notifications, newest first"
      className="overflow-clip rounded border bg-surface"
      onKeyDown={onKey}
    >
      {incidents.map((incident, at) => (
        <li key={incident[0]?.event.id} data-incident className="border-b last:border-b-0">
          {days[at] !== days[at - 1] && (
            <h2 className="border-b bg-inset px-4 py-2 font-medium text-muted text-xs">
              <span>{days[at] + zone}</span>
            </h2>
          )}
          <Incident incident={incident} />
        </li>
      ))}
    </ul>
  );
}

function Incident({ incident }: { incident: readonly Item[] }) {
  const { timeZone } = useReader();
  const [latest] = incident;
  if (latest === undefined) return null;
  const { event, botName, isMuted } = latest;
  const { title, meaning, advice, path } = incidentText(event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[event.type];
  const unread = incident.filter(({ isUnread }) => isUnread).map((item) => item.event.id);
  const isUnread = unread.length > 0;
  const pages = paths.bot(event.data.botId);
  return (
    <div className="relative flex gap-3 px-4 py-3 hover:bg-hover max-sm:flex-wrap">
      {isUnread && <span className="state-dot absolute top-4.5 left-1 text-accent" />}
      <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
      <div className="wrap-anywhere min-w-0 flex-1">
        <Link
          href={path}
          className={cn(
            'rounded-inner underline-offset-4 hover:underline',
            isUnread ? 'font-semibold' : 'font-medium',
          )}
        >
          <bdi>{title}</bdi>
          {isUnread && <span className="sr-only"> (unread)</span>}
        </Link>
        <p className="max-w-4xl text-control text-muted">{`${meaning} ${advice}`.trim()}</p>
        <Course events={incident.map((item) => item.event)} />
        <p className="mt-1 flex flex-wrap gap-x-2 text-muted text-xs">
          <Link
            href={pages.page}
            className="block max-w-60 truncate rounded-inner leading-6 underline underline-offset-4"
          >
            <bdi>{botName}</bdi>
          </Link>
          <span className="leading-6">{isMuted && <span>Not counted at the bell</span>}</span>
        </p>
      </div>
      <div className="flex shrink-0 items-start gap-2 max-sm:w-full max-sm:justify-between max-sm:pl-7 sm:-my-1">
        <span className="py-1.5 text-muted text-xs">
          <Time atMs={event.atMs} style="clock" />
        </span>
        <RowActions>
          {isUnread && (
            <Form
              action={markTheseReadAction}
              changes={personQuery.queryKey}
              hidden={{ eventIds: unread.join(' ') }}
              className="flex items-center gap-2"
              size="sm"
              variant="ghost"
              submitLabel={
                <>
                  <Check />
                  <span>
                    Mark as read<span className="sr-only">{`: ${title}`}</span>
                  </span>
                </>
              }
            />
          )}
          <RowMenu
            name={title}
            items={[
              {
                label: 'Plan a silence…',
                dialog: (close) => <PlanSilence botId={event.data.botId} onClose={close} />,
              },
              { label: 'Alert settings', href: pages.alerts },
              { label: 'Activity', href: pages.activity },
              { label: 'Only this bot', href: notificationsHref({ botId: event.data.botId }) },
            ]}
          />
        </RowActions>
      </div>
    </div>
  );
}

/** What happened one after the other; nothing where that is one event. */
function Course({ events }: { events: readonly BotEvent[] }) {
  const steps = courseOf(events);
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Course" className="mt-2 flex flex-col gap-1 text-xs">
      {steps.map(({ atMs, text }) => (
        <li key={atMs + text} className="flex gap-3 border-l pl-3">
          <span className="w-24 shrink-0 text-muted">
            <Time atMs={atMs} style="moment" />
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
