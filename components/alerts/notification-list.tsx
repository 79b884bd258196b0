'use client';

import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { ButtonLink } from '@/components/ui/button';
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
import type { NotificationCursor } from '@/lib/domain/alerts/notification';
import { personQuery } from '@/lib/queries/person';
import { courseOf, incidentsOf, incidentText } from '@/lib/view/incidents';
import { notificationsHref, type Shown } from '@/lib/view/notification-links';
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

type ListProps = {
  items: readonly Item[];
  shown: Shown;
  before: NotificationCursor | null;
  /** The event whose incident is read; `null` for the latest, which only a wide page shows. */
  open: string | null;
};

/**
 * What happened to a person's bots, newest first, with a heading where a day of the reader begins, and beside it the one that
 * is read. A narrow page shows one or the other.
 */
export function NotificationList({ items, shown, before, open }: ListProps) {
  const reader = useReader();
  const incidents = incidentsOf(items);
  const isOpen = (incident: readonly Item[]) => incident.some(({ event }) => event.id === open);
  const chosen = incidents.find(isOpen);
  const read = chosen ?? incidents[0];
  const days = incidents.map(([latest]) => latest && timeText(latest.event.atMs, 'weekday', reader));
  const zone = reader === SERVER_READER ? ' UTC' : '';
  return (
    <div className="grid items-start overflow-clip rounded border bg-surface lg:grid-cols-[26rem_minmax(0,1fr)]">
      <ul
        aria-label="Notifications, newest first"
        className={cn('min-w-0 lg:border-r', chosen !== undefined && 'max-lg:hidden')}
        onKeyDown={onKey}
      >
        {incidents.map((incident, at) => (
          <li key={incident[0]?.event.id} data-incident className="border-b max-lg:last:border-b-0">
            {days[at] !== days[at - 1] && (
              <h2 className="border-b bg-inset px-4 py-2 font-medium text-muted text-xs">
                <span>{days[at] + zone}</span>
              </h2>
            )}
            <Incident
              incident={incident}
              isRead={incident === read}
              href={notificationsHref(shown, before, incident[0]?.event.id)}
            />
          </li>
        ))}
      </ul>
      {read !== undefined && (
        <article
          aria-label="The notification that is open"
          className={cn('min-w-0 p-4 lg:sticky lg:top-0 lg:p-6', chosen === undefined && 'max-lg:hidden')}
        >
          <Link
            href={notificationsHref(shown, before)}
            className="mb-4 inline-block underline underline-offset-4 lg:hidden"
          >
            All notifications
          </Link>
          <Reading incident={read} />
        </article>
      )}
    </div>
  );
}

type IncidentProps = { incident: readonly Item[]; isRead: boolean; href: string };

function Incident({ incident, isRead, href }: IncidentProps) {
  const { timeZone } = useReader();
  const [latest] = incident;
  if (latest === undefined) return null;
  const { event, botName, isMuted } = latest;
  const { title } = incidentText(event, { timeZone });
  const { icon: Icon, mark } = EVENT_LOOK[event.type];
  const unread = incident.filter(({ isUnread }) => isUnread).map((item) => item.event.id);
  const isUnread = unread.length > 0;
  const pages = paths.bot(event.data.botId);
  return (
    <div
      className={cn(
        'relative flex gap-3 py-3 pr-2 pl-4 hover:bg-hover',
        isRead && 'lg:bg-inset lg:shadow-[inset_2px_0_var(--ink)]',
      )}
    >
      {isUnread && <span className="state-dot absolute top-4.5 left-1 text-accent" />}
      <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
      <div className="wrap-anywhere min-w-0 flex-1">
        <Link
          href={href}
          scroll={false}
          aria-current={isRead ? 'true' : undefined}
          className={cn(
            'rounded-inner after:absolute after:inset-0',
            isUnread ? 'font-semibold' : 'font-medium',
          )}
        >
          <bdi>{title}</bdi>
          {isUnread && <span className="sr-only"> (unread)</span>}
        </Link>
        <p className="flex flex-wrap gap-x-2 text-muted text-xs">
          <bdi className="block max-w-60 truncate">{botName}</bdi>
          {isMuted && <span>Not counted at the bell</span>}
        </p>
      </div>
      <div className="relative -my-1 flex shrink-0 items-start gap-1">
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
                  <span className="sr-only">{`Mark as read: ${title}`}</span>
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

/** One incident with all that is known of it. */
function Reading({ incident }: { incident: readonly Item[] }) {
  const { timeZone } = useReader();
  const [latest] = incident;
  if (latest === undefined) return null;
  const { event, botName } = latest;
  const { title, meaning, advice, path } = incidentText(event, { timeZone });
  const pages = paths.bot(event.data.botId);
  return (
    <div className="wrap-anywhere flex flex-col gap-4">
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <Time atMs={event.atMs} />
        <Link href={pages.page} className="rounded-inner underline underline-offset-4">
          <bdi>{botName}</bdi>
        </Link>
      </p>
      <h2 className="font-semibold text-lg">
        <bdi>{title}</bdi>
      </h2>
      <p className="max-w-prose text-muted">{`${meaning} ${advice}`.trim()}</p>
      <Course events={incident.map((item) => item.event)} />
      <p className="flex flex-wrap gap-2">
        <ButtonLink href={path} variant="primary">
          Open its page
        </ButtonLink>
        <ButtonLink href={pages.alerts}>Alert settings</ButtonLink>
      </p>
    </div>
  );
}

/** What happened one after the other; nothing where that is one event. */
function Course({ events }: { events: readonly BotEvent[] }) {
  const steps = courseOf(events);
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Course" className="flex flex-col gap-1">
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
