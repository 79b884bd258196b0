import { parseEmail } from '../people/names';
import { DAY_MS, MINUTE_MS } from '../quota/plan';

export type MailState = 'waiting' | 'sent' | 'given_up';

/**
 * `event` about a bot, to its owner; `digest` of a week or a month of their bots; `factor` about their second factor;
 * `backups` to admins, when these fail; `join` asks to become a person of a bot, with a link to create an account for who has none;
 * the others hold a link that lets their recipient in: `invite` and `reset` from an admin,
 * `forgot` for whoever asks on the sign-in page.
 */
export type MailKind = 'event' | 'digest' | 'invite' | 'reset' | 'forgot' | 'factor' | 'backups' | 'join';

/** A mail that is to be sent, or was. What it says is composed when it is sent. */
export type Mail = {
  /** For events derived from event and person, so that no event is mailed twice. */
  readonly id: string;
  readonly kind: MailKind;
  /** The person; empty while it is not known whether a `forgot` or a `join` has one. */
  readonly userId: string;
  /** Of an `event` and a `join`; otherwise empty. */
  readonly botId: string;
  /** Of an `event`; the FactorNotice of a `factor`; otherwise empty. */
  readonly eventId: string;
  readonly recipient: string;
  /** The encrypted token of a link, or content of a digest; `null` for events, and once the mail is sent or given up. */
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

export type NewMail = Omit<Mail, 'tries' | 'createdAtMs' | 'messageId'>;

/** What became of mails after a try. `reason` is one sentence without secrets. */
export type MailOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'given_up'; readonly reason: string }
  | { readonly state: 'waiting'; readonly nextAtMs: number; readonly reason: string };

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

/** The mail server that SMTP_URL names. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS; otherwise STARTTLS follows where it is offered. */
  readonly isTls: boolean;
  /** With credentials, TLS and a valid certificate are required. */
  readonly auth: { readonly user: string; readonly pass: string } | null;
};

/** The sender of all mails. */
export type MailSender = { readonly name: string; readonly address: string };

/** `smtp://user:password@host:587` or `smtps://host`, percent-encoded where needed; `null` for anything else. */
export function parseSmtpUrl(text: string): MailServer | null {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isTls = protocol === 'smtps:';
  const user = decoded(username);
  const pass = decoded(password);
  const hasMore = (pathname !== '' && pathname !== '/') || search !== '' || hash !== '';
  if (hostname === '' || hasMore || user === null || pass === null || (user === '') !== (pass === ''))
    return null;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    auth: user === '' ? null : { user, pass },
  };
}

/** `bots@example.org` or `Botmeter <bots@example.org>`; `null` for anything else. */
export function parseSender(text: string): MailSender | null {
  const [, name = '', bracketed] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? [];
  const address = parseEmail(bracketed ?? text);
  return address === null ? null : { name, address };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
