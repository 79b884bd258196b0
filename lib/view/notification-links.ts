import { paths, withQuery } from '@/lib/contract/paths';
import { type NotificationPlace, placeText } from '@/lib/domain/alerts/notification';

/** The address of the notifications: of one bot or all, from the latest or from a place on. */
export function notificationsHref(botId: string | null, before: NotificationPlace | null = null): string {
  const query = {
    ...(botId !== null && { bot: botId }),
    ...(before !== null && { before: placeText(before) }),
  };
  return Object.keys(query).length === 0 ? paths.notifications : withQuery(paths.notifications, query);
}
