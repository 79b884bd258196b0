import type { Delivery } from '@/lib/domain/alerts/delivery';
import type { BotEvent, EventType, NewEvent } from '@/lib/domain/alerts/event';
import type { Mail } from '@/lib/domain/alerts/mail';
import type { NotificationPlace } from '@/lib/domain/alerts/notification';
import type { Webhook, WebhookHealth } from '@/lib/domain/alerts/webhook';
import type { WebhookTime } from '@/lib/domain/bots/bot-counts';
import type { RecentResets } from '@/lib/domain/people/access-link';

/** Selects events of some types that happened until a moment. */
type EventFilter = { readonly types: readonly EventType[]; readonly untilMs: number };

/** The events of bots (contract section 9). Metered calls write theirs as effects (lib/ports/ports.ts). */
export interface Events {
  /**
   * Writes each event, unless its bot has one of this type and period. What the bot's owner caused themselves, named
   * as `actor`, is read from the beginning.
   */
  insert(events: readonly NewEvent[], actor?: string): Promise<void>;
  /** In any order, without unknown ones and those that cannot be read. */
  listByIds(ids: readonly string[]): Promise<BotEvent[]>;
  /** A bot's latest events at `sinceMs` or later but those of votes, the latest first, without those that cannot be read. */
  listOfBot(botId: string, sinceMs: number, max: number, only?: EventFilter): Promise<BotEvent[]>;
  /** Those for which no messages were created yet. */
  waiting(): Promise<Waiting>;
  /** Up to `max` events from before `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<Pick<BotEvent, 'id'>[]>;
  delete(ids: readonly string[]): Promise<void>;
  /** Up to `max` events without deliveries and mails that are due, the longest due first. */
  listUnrouted(
    nowMs: number,
    max: number,
    except: readonly string[],
  ): Promise<{ readonly id: string; readonly botId: string }[]>;
  /** Those of the events that have none yet, the longest due first. Rejects if one cannot be read. */
  listUnroutedOf(ids: readonly string[]): Promise<BotEvent[]>;
  /** Notes when the deliveries and mails of events were created. */
  setRouted(ids: readonly string[], atMs: number): Promise<void>;
  /** Notes that there are none for events that were no longer true when they were due. */
  markUnsent(ids: readonly string[]): Promise<void>;
  /** The event of a bot, type and period, if deliveries and mails were created of it. */
  findNotified(botId: string, type: EventType, period: string): Promise<BotEvent | null>;
}

/** A webhook with its secrets, which are encrypted (lib/ports/ports.ts). */
export type StoredWebhook = Webhook & {
  readonly sealedAddress: string;
  /** `null` for Discord, whose address is the secret. */
  readonly sealedSecret: string | null;
  readonly sealedFormerSecret: string | null;
  /** No request before. */
  readonly notBeforeMs: number;
};

/** A webhook for which a delivery is due. */
export type DueWebhook = Pick<Webhook, 'id' | 'botId' | 'host' | 'health'>;

/** An instance's right to deliver to webhooks, for a time. */
type Lease = { readonly token: string; readonly untilMs: number };

type WantedWebhooks = {
  readonly health: WebhookHealth;
  /** Without those of these hosts. */
  readonly exceptHosts: readonly string[];
};

/** Webhooks of each kind in `wanted`, without those in `except`. */
type DueQuery = { readonly wanted: readonly WantedWebhooks[]; readonly except: readonly string[] };

/** The webhooks of bots (contract section 9). Its writes need the bot's lock (lib/services/write.ts). */
export interface Webhooks {
  findById(id: string): Promise<StoredWebhook | null>;
  /** Oldest first. */
  listOfBots(botIds: readonly string[]): Promise<StoredWebhook[]>;
  /** The mean time of the newest `max` deliveries that were tried, of each webhook of the bots that has one. */
  meanTimes(botIds: readonly string[], max: number): Promise<WebhookTime[]>;
  insert(webhook: StoredWebhook): Promise<void>;
  update(ids: readonly string[], change: Partial<StoredWebhook>): Promise<void>;
  /** Its deliveries stay until Removals deletes them. */
  delete(id: string): Promise<void>;
  /** Sets when each is due from its deliveries; call it after they, the status or `notBeforeMs` have changed. */
  schedule(ids: readonly string[]): Promise<void>;
  /** Up to `max` of each kind in `wanted` that no instance delivers to, the longest due first. */
  listDue(which: DueQuery, max: number, nowMs: number): Promise<DueWebhook[]>;
  /** Claims those of the webhooks that are still due and that no instance delivers to. */
  claim(ids: readonly string[], lease: Lease, nowMs: number): Promise<StoredWebhook[]>;
  /** Those of the webhooks that are still claimed with this token. */
  listClaimed(ids: readonly string[], token: string): Promise<StoredWebhook[]>;
  /** Ends the claims with this token, and sets when each is due. */
  release(ids: readonly string[], token: string): Promise<void>;
  /** Those after `afterId`, in order of id, with more than `kept` deliveries of which some were made before `beforeMs`. */
  listOverfull(
    afterId: string,
    beforeMs: number,
    kept: number,
    max: number,
  ): Promise<Pick<Webhook, 'id' | 'botId'>[]>;
}

export type NewDelivery = Pick<
  Delivery,
  'webhookId' | 'eventId' | 'botId' | 'eventType' | 'createdAtMs' | 'nextAtMs'
>;

/** Deliveries of events to webhooks, which are their log too (contract section 9). */
export interface Deliveries {
  find(webhookId: string, eventId: string): Promise<Delivery | null>;
  /** Those of the events to the webhooks, in any order. */
  listOfEvents(webhookIds: readonly string[], eventIds: readonly string[]): Promise<Delivery[]>;
  /** The newest first; `page` counts from 1 and has PAGE_SIZE deliveries. */
  listOfWebhook(webhookId: string, page: number): Promise<Delivery[]>;
  countOfWebhook(webhookId: string): Promise<number>;
  /** The number of waiting deliveries by webhook; without those that have none. */
  countWaiting(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Of all webhooks. */
  waiting(): Promise<Waiting>;
  /** The time of the last try by webhook; without those that were never tried. */
  lastTries(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Adds deliveries, each once: one that exists stays as it is. */
  insert(deliveries: readonly NewDelivery[]): Promise<void>;
  /** The waiting deliveries that are due, up to `max` of each webhook, of each the longest due first. */
  listDue(webhookIds: readonly string[], max: number, nowMs: number): Promise<Delivery[]>;
  /** Stores everything that changes in deliveries that exist. */
  save(deliveries: readonly Delivery[]): Promise<void>;
  /** Drops the oldest waiting deliveries beyond WAITING_MAX; returns how many. */
  dropOldest(webhookId: string): Promise<number>;
  /** Deletes up to `max` deliveries made before `beforeMs` that are not among the last `kept`; returns how many. */
  prune(webhookId: string, beforeMs: number, kept: number, max: number): Promise<number>;
}

export type NewMail = Omit<Mail, 'tries' | 'createdAtMs' | 'messageId'>;

/** What became of mails after a try. `reason` is one sentence without secrets. */
export type MailOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'given_up'; readonly reason: string }
  | { readonly state: 'waiting'; readonly nextAtMs: number; readonly reason: string };

/** Mails that wait, and those of the last weeks. */
export interface Mails {
  /** Adds mails that are to be sent now; one that is known by its id is not added again. */
  insert(mails: readonly NewMail[], nowMs: number): Promise<void>;
  /** The people with mails that are due, longest due first, without mails whose person is not known yet. */
  listDuePeople(nowMs: number, max: number, exceptMails: readonly string[]): Promise<string[]>;
  /** The due mails of a person, oldest first. */
  listDue(userId: string, nowMs: number, max: number, except: readonly string[]): Promise<Mail[]>;
  /** The due mails whose person is not known yet, oldest first. */
  listUnknown(nowMs: number, max: number, except: readonly string[]): Promise<Mail[]>;
  find(id: string): Promise<Mail | null>;
  /** The mails to a person since `sinceMs` because they forgot their password. */
  recentResets(userId: string, sinceMs: number): Promise<RecentResets>;
  /** When a mail about an event was last sent to a person or tried; `null` if none was. */
  lastEventTryAtMs(userId: string): Promise<number | null>;
  /** Moves due mails of a person about events to a later time. */
  postpone(ids: readonly string[], nextAtMs: number): Promise<void>;
  /** Marks mails as being sent in one message until `untilMs`, when another try may begin. */
  claim(ids: readonly string[], messageId: string, nowMs: number, untilMs: number): Promise<void>;
  /** Records a try; what a mail is sealed with ends when it no longer waits. */
  settle(ids: readonly string[], outcome: MailOutcome): Promise<void>;
  /** Records whose mail it is, with the sealed token of the link in it. */
  identify(id: string, userId: string, sealed: string): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
  /** The bots and events that a person was sent in one message. */
  listOfMessage(userId: string, messageId: string): Promise<Mail[]>;
  waiting(): Promise<Waiting>;
  /** Up to `max` mails created before `atMs`, the oldest first. */
  listCreatedBefore(atMs: number, max: number, except: readonly string[]): Promise<Pick<Mail, 'id'>[]>;
}

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
  /** Whether the person has read it by itself, or caused it. */
  readonly isRead: boolean;
  /** Whether the person has muted this type of event of this bot. */
  readonly isMuted: boolean;
};

/**
 * The due events of bots that a person owns, since they own them, as notifications; without tests of webhooks and what
 * was no longer true when it was due. And up
 * to where each person has read them.
 */
export interface Notifications {
  /** Newest first, of one bot or of all, of some types or of all. */
  list(
    query: NotificationsQuery & {
      readonly botId: string | null;
      readonly types: readonly EventType[] | null;
    },
  ): Promise<ListedNotification[]>;
  /** What `list` gives for all bots and types and was not read, by itself or up to the mark, without the events. */
  listUnread(query: NotificationsQuery): Promise<(NotificationPlace & Pick<ListedNotification, 'isMuted'>)[]>;
  /** Up to where a person has read; `null` if they never did. */
  findReadMark(userId: string): Promise<NotificationPlace | null>;
  /** Moves the mark forward; a mark that is later stays. */
  raiseReadMark(userId: string, to: NotificationPlace): Promise<void>;
  /** Notes that a person has read one; whether there is such a one. */
  setRead(userId: string, eventId: string, nowMs: number): Promise<boolean>;
}

/** Rows that wait to be handled, and when the first of them is or was due; `null` if none waits. */
export type Waiting = { readonly count: number; readonly oldestDueAtMs: number | null };
