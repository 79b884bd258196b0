import { Bell, X } from 'lucide-react';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/shell/or-not-found';
import { MarkAllRead, NotificationList } from '@/components/alerts/notification-list';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states';
import { ToggleLinks } from '@/components/ui/toggle-group';
import { notificationsParams } from '@/lib/contract/search-params';
import { EVENTS_KEPT_DAYS } from '@/lib/domain/alerts/event';
import { notificationCursorText } from '@/lib/domain/alerts/notification';
import { listOwnEvents } from '@/lib/services/events/list-own';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { kindLinks, notificationsHref, typesOfKind, unreadLinks } from '@/lib/view/notification-links';

export const metadata: Metadata = { title: 'Notifications' };

/** The events of the reader's own bots. */
export default async function NotificationsPage({ searchParams }: PageProps<'/notifications'>) {
  const params = notificationsParams.parse(await searchParams);
  const { bot: botId, kind: named, unread: isUnread, before, open } = params;
  const types = typesOfKind(named);
  const kind = types === null ? null : named;
  const shown = { botId, kind, isUnread };
  await requireUser(notificationsHref(shown, before, open));
  const own = orNotFound(
    await listOwnEvents(pagePorts(), await caller(), { botId, types, isUnread, before }),
  );
  const { bot, notifications, olderThan, unreadUpTo } = own;
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={unreadUpTo && <MarkAllRead upTo={notificationCursorText(unreadUpTo)} />}
      />
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <ToggleLinks aria-label="Read or unread" value={String(isUnread)} options={unreadLinks(shown)} />
        <ToggleLinks aria-label="Kind" value={kind ?? ''} options={kindLinks(shown)} />
        {bot !== null && (
          <ButtonLink
            href={notificationsHref({ ...shown, botId: null })}
            aria-label={`Remove the filter: ${bot.name}`}
          >
            <bdi className="max-w-60 truncate">{bot.name}</bdi>
            <X />
          </ButtonLink>
        )}
      </div>
      {notifications.length === 0 ? (
        <div className="rounded border bg-surface">
          <EmptyState title={emptyTitle(before !== null, isUnread, kind !== null)} icon={<Bell />}>
            You are notified here when one of your bots runs out of quota, falls silent or is changed.
          </EmptyState>
        </div>
      ) : (
        <NotificationList items={notifications} shown={shown} before={before} open={open} />
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-xs">Events are kept for {EVENTS_KEPT_DAYS} days.</p>
        <nav aria-label="Pages of notifications" className="flex gap-2">
          {before !== null && <ButtonLink href={notificationsHref(shown)}>Newest</ButtonLink>}
          {olderThan !== null && <ButtonLink href={notificationsHref(shown, olderThan)}>Older</ButtonLink>}
        </nav>
      </div>
    </>
  );
}

function emptyTitle(isOlder: boolean, isUnread: boolean, isOfKind: boolean): string {
  if (isOlder) return 'Nothing older';
  if (isUnread) return 'Nothing is unread';
  return isOfKind ? 'Nothing of this kind' : 'Nothing has happened yet';
}
