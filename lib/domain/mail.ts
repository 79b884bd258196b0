import { DAY_MS, MINUTE_MS } from './plan';

const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * `event` about a bot, to its owner; the others hold a link that lets their recipient in: `invite` and `reset` from an
 * admin, `forgot` for whoever asks on the sign-in page.
 */
const MAIL_KINDS = ['event', 'invite', 'reset', 'forgot'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail that is to be sent, or was. What it says is composed when it is sent. */
export type Mail = {
  /** For events derived from event and person, so that no event is mailed twice. */
  readonly id: string;
  readonly kind: MailKind;
  /** The person; empty while it is not known whether a `forgot` has one. */
  readonly userId: string;
  /** Of an `event`; otherwise empty, like `eventId`. */
  readonly botId: string;
  readonly eventId: string;
  readonly recipient: string;
  /** The encrypted token of a link; `null` for events, and once the mail is sent or given up. */
  readonly sealed: string | null;
  readonly createdAtMs: number;
  /** How often it was sent without success, or is being sent. */
  readonly tries: number;
  /**
   * The message that it was or is being sent in, with others of a summary; empty before and after a failed try. A due
   * mail that has one was being sent when its instance ended.
   */
  readonly messageId: string;
};

/** At most one mail about events goes to a person in this time; what happens meanwhile is in the next one. */
export const EVENT_MAIL_EVERY_MS = MINUTE_MS;

/** How long an instance may take to send a mail before another one sends it again. */
export const MAIL_LEASE_MS = 5 * MINUTE_MS;

/** A mail that could not be sent in this time is given up. */
const MAIL_WAITS_MS = DAY_MS;

/** How long mails are kept. */
export const MAILS_KEPT_MS = 30 * DAY_MS;

/** The waits after the first, second, … failed try; the last one after all further tries. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360] as const;

/** When a mail is tried again after its latest try failed at `nowMs`; `null` if it is given up. */
export function mailRetryAtMs({ createdAtMs, tries }: Mail, nowMs: number): number | null {
  const minutes = RETRY_MINUTES[Math.min(tries, RETRY_MINUTES.length) - 1] ?? RETRY_MINUTES[0];
  const atMs = nowMs + minutes * MINUTE_MS;
  return atMs <= createdAtMs + MAIL_WAITS_MS ? atMs : null;
}
