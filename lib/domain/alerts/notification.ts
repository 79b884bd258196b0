import { DAY_MS } from '../quota/plan';
import { isMoment } from '../text/time';
import type { BotEvent } from './event';

/**
 * A position in a person's list of notifications, which is sorted by when they were due and then by id. A cursor is also
 * up to where they have read.
 */
export type NotificationCursor = { readonly atMs: number; readonly eventId: string };

/** A notification in a person's list. */
export type ListedNotification = {
  readonly event: BotEvent;
  /** The bot's current name. */
  readonly botName: string;
  /** Whether the person has read it by itself, or caused it. */
  readonly isRead: boolean;
  /** Whether the person has muted this type of event of this bot. */
  readonly isMuted: boolean;
};

/** More unread notifications than this are not counted: the number is on every page. */
export const UNREAD_MAX = 99;

export const notificationCursorOf = ({
  dueAtMs,
  id,
}: {
  readonly dueAtMs: number;
  readonly id: string;
}): NotificationCursor => ({
  atMs: dueAtMs,
  eventId: id,
});

/** Whether a notification follows a cursor. */
export const isLater = (one: NotificationCursor, than: NotificationCursor): boolean =>
  one.atMs > than.atMs || (one.atMs === than.atMs && one.eventId > than.eventId);

/** A cursor as text in addresses and forms. */
export const notificationCursorText = ({ atMs, eventId }: NotificationCursor): string => `${atMs}.${eventId}`;

const CURSOR = /^(\d{1,16})\.(evt_[0-9a-f-]{36})$/;

/** The cursor in a text of an address or a form; `null` if it names none. */
export function parseNotificationCursor(text: unknown): NotificationCursor | null {
  const [, atMs, eventId] = (typeof text === 'string' && CURSOR.exec(text)) || [];
  if (atMs === undefined || eventId === undefined || !isMoment(Number(atMs))) return null;
  return { atMs: Number(atMs), eventId };
}

/** Notices to a person about their own account, and to admins about the service. */

/** What became of a person's second factor: shown as a notice, and mailed. */
export const FACTOR_NOTICES = [
  'factor.enable',
  'factor.disable',
  'factor.renew-codes',
  'factor.recover',
  'factor.reset',
  'factor.wrong',
] as const;
export type FactorNotice = (typeof FACTOR_NOTICES)[number];

export type NoticeKind =
  | FactorNotice
  | 'identity.connect'
  | 'identity.disconnect'
  | 'user.set-password'
  | 'sign-out.everywhere'
  | 'bots.outage'
  | 'backups.trouble';

/** Something that a person is to know, shown to them on every page until they dismiss it. */
export type PersonNotice = {
  readonly id: string;
  readonly atMs: number;
  readonly kind: NoticeKind;
  /** The actor, as the audit log names them; empty for what time causes. */
  readonly actor: string;
  /**
   * For an identity: its provider and subject, separated by a space. For an outage: how many bots fell silent, and of
   * how many.
   */
  readonly detail: string;
};

/** How many bots are silent, and when they were counted. */
type SilentCount = { readonly count: number; readonly atMs: number };

/** Whether a notice is about an outage that is over: most of its bots report again, or a day has passed. */
export function isOutageOver(notice: PersonNotice, silent: SilentCount | null, nowMs: number): boolean {
  if (notice.kind !== 'bots.outage') return false;
  const fell = Number.parseInt(notice.detail, 10);
  const areBack = silent !== null && silent.atMs > notice.atMs && silent.count < fell / 2;
  return areBack || nowMs - notice.atMs > DAY_MS;
}

/** The most notices per person; the oldest are dropped. */
export const NOTICES_MAX = 20;
