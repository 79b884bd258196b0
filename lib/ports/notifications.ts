import type { BotEvent } from '@/lib/domain/event';
import type { NotificationPlace } from '@/lib/domain/notification';

export type NotificationsQuery = {
  readonly userId: string;
  /** Only earlier ones; `null` for the latest. */
  readonly before: NotificationPlace | null;
  readonly nowMs: number;
  readonly max: number;
};

export type ListedNotification = {
  readonly event: BotEvent;
  /** The present name. */
  readonly botName: string;
  /** Whether the person has muted this type of event of this bot. */
  readonly isMuted: boolean;
};

/**
 * The due events of bots that a person owns, since they own them, as notifications; without tests of endpoints and what
 * was no longer true when it was due. And up
 * to where each person has read them.
 */
export interface Notifications {
  /** Newest first, of one bot or of all. */
  list(query: NotificationsQuery & { readonly botId: string | null }): Promise<ListedNotification[]>;
  /** What `list` gives for all bots, without the events, only after `after`. */
  listAfter(
    query: NotificationsQuery & { readonly after: NotificationPlace | null },
  ): Promise<(NotificationPlace & Pick<ListedNotification, 'isMuted'>)[]>;
  /** Up to where a person has read; `null` if they never did. */
  findReadMark(userId: string): Promise<NotificationPlace | null>;
  /** Moves the mark forward; a mark that is later stays. */
  raiseReadMark(userId: string, to: NotificationPlace): Promise<void>;
}
