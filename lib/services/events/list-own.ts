import type { EventType } from '@/lib/domain/alerts/event';
import {
  isLater,
  type ListedNotification,
  type NotificationCursor,
  notificationCursorOf,
} from '@/lib/domain/alerts/notification';
import type { Caller } from '@/lib/domain/people/caller';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import type { Ports, Tables } from '@/lib/ports/ports';
import { mayGet } from '../bots/find';
import { findUnread } from '../notifications/unread';
import { done, forbidden, notFound, notOwned, type Result } from '../result';
import { writeAsPerson } from '../write';

type NamedBot = { readonly id: string; readonly name: string };

type OwnNotification = ListedNotification & { readonly isUnread: boolean };

type OwnNotifications = {
  /** The bot whose notifications are listed; `null` for all. */
  readonly bot: NamedBot | null;
  readonly notifications: readonly OwnNotification[];
  /** The cursor from which the next page goes on; `null` on the last page. */
  readonly olderThan: NotificationCursor | null;
  /** The cursor of the newest unread one of all bots, to mark all as read; `null` if none is unread. */
  readonly unreadUpTo: NotificationCursor | null;
};

type Query = {
  readonly botId: string | null;
  /** `null` for all. */
  readonly types?: readonly EventType[] | null;
  /** Whether only unread ones are listed; those that are muted are not. */
  readonly isUnread?: boolean;
  readonly before: NotificationCursor | null;
};

/**
 * A page of the events of the caller's own bots, newest first: of all or of one, of all types or of some, read or not. Another
 * owner's bot and an unknown one get the same refusal.
 */
export async function listOwnEvents(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  { botId, types = null, isUnread = false, before }: Query,
): Promise<Result<OwnNotifications>> {
  if (who.kind !== 'person') return forbidden();
  const { userId } = who;
  return directory.read(async (tables, nowMs) => {
    const bot = botId === null ? null : await ownBot(tables, userId, botId);
    if (botId !== null && bot === null) return notOwned('There is no such bot.', 'bot');
    const query = { userId, botId, types, isUnread, before, nowMs, max: PAGE_SIZE + 1 };
    const found = await tables.notifications.list(query);
    const mark = await tables.notifications.findReadMark(userId);
    const shown = found.slice(0, PAGE_SIZE);
    const last = shown.at(-1);
    const notifications = shown.map((one) => ({
      ...one,
      isUnread:
        !one.isMuted && !one.isRead && (mark === null || isLater(notificationCursorOf(one.event), mark)),
    }));
    return done({
      bot,
      notifications: isUnread ? notifications.filter((one) => one.isUnread) : notifications,
      unreadUpTo: (await findUnread(tables, userId, nowMs)).newest,
      olderThan: found.length > PAGE_SIZE && last !== undefined ? notificationCursorOf(last.event) : null,
    });
  });
}

async function ownBot(tables: Tables, userId: string, id: string): Promise<NamedBot | null> {
  const bot = await tables.bots.findById(id);
  return bot !== null && (await mayGet(tables, userId, bot)) ? { id, name: bot.name } : null;
}

/**
 * Marks the caller's notifications up to `cursor` as read, so that those that arrived while they were reading stay unread.
 * A mark never moves back.
 */
export async function markRead(ports: Ports, who: Caller, cursor: NotificationCursor): Promise<Result<null>> {
  return writeAsPerson(ports, who, [], async ({ notifications }, nowMs, { user }) => {
    // What is not due yet cannot have been read.
    await notifications.raiseReadMark(user.id, { ...cursor, atMs: Math.min(cursor.atMs, nowMs) });
    return done(null);
  });
}

/** Marks some of the caller's notifications as read, of one page at most. */
export const markTheseRead = (
  ports: Ports,
  who: Caller,
  eventIds: readonly string[],
): Promise<Result<null>> =>
  writeAsPerson(ports, who, [], async ({ notifications }, nowMs, { user }) =>
    (await notifications.setRead(user.id, eventIds.slice(0, PAGE_SIZE), nowMs))
      ? done(null)
      : notFound('This notification is no longer kept. Reload the page.'),
  );
