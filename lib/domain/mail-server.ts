import { parseEmail } from './names';

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
