import type { RecentResets } from '@/lib/domain/access-link';
import type { Mail } from '@/lib/domain/mail';
import type { Waiting } from './waiting';

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
