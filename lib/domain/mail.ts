export const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** `event` about a bot, to its owner; `invite` and `reset` hold a link that lets their recipient in. */
export const MAIL_KINDS = ['event', 'invite', 'reset'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail that is to be sent, or was. What it says is composed when it is sent. */
export type Mail = {
  /** For events derived from event and person, so that no event is mailed twice. */
  readonly id: string;
  readonly kind: MailKind;
  readonly userId: string;
  /** Of an `event`; otherwise empty, like `eventId`. */
  readonly botId: string;
  readonly eventId: string;
  readonly recipient: string;
  /** The encrypted token of a link; `null` for events, and once the mail is sent or given up. */
  readonly sealed: string | null;
  readonly createdAtMs: number;
  readonly tries: number;
};

/** How long mails are kept after they were sent or given up. */
export const MAILS_KEPT_DAYS = 30;
