import { paths, withQuery } from '@/lib/contract/paths';
import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import { type NotificationCursor, notificationCursorText } from '@/lib/domain/alerts/notification';
import { EVENT_GROUPS } from './event-types';

/** Which notifications are shown; `null` for all. */
export type Shown = {
  readonly botId: string | null;
  readonly kind: string | null;
  readonly isUnread: boolean;
};

/** Kinds by their names in addresses, with those types alone that are notifications. */
const KINDS = EVENT_GROUPS.filter(({ types }) => types.some((type) => ALERT_TYPES.includes(type))).map(
  ({ name, types }) => ({ value: name.toLowerCase(), label: name, types }),
);

/** The types of a kind, as an address names it; `null` if there is no such kind. */
export const typesOfKind = (kind: string | null): readonly EventType[] | null =>
  KINDS.find(({ value }) => value === kind)?.types ?? null;

/** The address of notifications, from the latest or from a place on, with the one to read. */
export function notificationsHref(
  { botId = null, kind = null, isUnread = false }: Partial<Shown>,
  before: NotificationCursor | null = null,
  open: string | null = null,
): string {
  const query = {
    ...(botId !== null && { bot: botId }),
    ...(kind !== null && { kind }),
    ...(isUnread && { unread: 'yes' }),
    ...(before !== null && { before: notificationCursorText(before) }),
    ...(open !== null && { open }),
  };
  return withQuery(paths.notifications, query);
}

/** All, or the unread ones alone. */
export const unreadLinks = (shown: Shown) =>
  [false, true].map((isUnread) => ({
    value: String(isUnread),
    label: isUnread ? 'Unread' : 'Everything',
    href: notificationsHref({ ...shown, isUnread }),
  }));

/** A link for each kind, and one for all. */
export const kindLinks = (shown: Shown) =>
  [{ value: '', label: 'All' }, ...KINDS].map(({ value, label }) => ({
    value,
    label,
    href: notificationsHref({ ...shown, kind: value || null }),
  }));
