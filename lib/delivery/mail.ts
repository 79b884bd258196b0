import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailSender, MailServer } from '@/lib/domain/alerts/mail';
import type { Letter, Mailer, MailFailure } from '@/lib/ports/senders';

type MailSettings = {
  readonly server: MailServer;
  readonly from: MailSender;
  /** The public address of this site. */
  readonly origin: string;
};

type Options = {
  /** Called with the reason of each failed try, for the log. */
  readonly onFailure?: (reason: string) => void;
  /** The longest wait for a connection, for the greeting, and for each response. */
  readonly timeoutMs?: number;
  /** A certificate authority besides those of Node. */
  readonly ca?: string;
};

/** Far less than the lease on a mail that is being sent (lib/domain/alerts/mail.ts). */
const SEND_MAX_MS = 120_000;
const CONNECTIONS_MAX = 4;

/** Sends mail over SMTP, over a few connections that are kept open while there is something to send. */
export function smtpMailer(
  { server, from, origin }: MailSettings,
  { onFailure = () => {}, timeoutMs = 15_000, ca }: Options = {},
): Mailer {
  const { host, port, isTls, auth } = server;
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: auth !== null,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    ...(auth !== null && { auth }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Whoever could forge a certificate could as well hide that TLS is offered: without credentials any one will do.
    tls: { rejectUnauthorized: isTls || auth !== null, ...(ca !== undefined && { ca }) },
  });
  const { hostname } = new URL(origin);

  return {
    async send(letter, signal) {
      const unsubscribeUrl = letter.unsubscribePath === null ? null : origin + letter.unsubscribePath;
      const links = { origin, unsubscribeUrl };
      try {
        await transport.sendMail({
          from,
          // As an object, so that no address is read as a list of them.
          to: { name: '', address: letter.to },
          subject: oneLine(letter.subject),
          messageId: `<${letter.id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeFields(unsubscribeUrl) },
          text: plainBody(letter, links),
          html: htmlBody(letter, links),
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_MAX_MS)]),
        });
        return { isSent: true };
      } catch (error) {
        const failure = failureOf(error as NodemailerError, letter.to);
        onFailure(failure.reason);
        return failure;
      }
    },
    close: async () => transport.close(),
  };
}

/** A header field accepts no line breaks; other control characters are not for readers either. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** One click in the mail program ends mails like this (RFC 8058, which requires https). */
const unsubscribeFields = (url: string | null): Record<string, { prepared: true; value: string }> => ({
  ...(url !== null && { 'List-Unsubscribe': { prepared: true, value: `<${url}>` } }),
  ...(url?.startsWith('https:') && {
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }),
});

/** Sentences of our own: the server's may quote what it was sent. */
function failureOf(error: NodemailerError, to: string): MailFailure {
  const { code, command = '', responseCode, permanent } = error;
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const refused = REFUSED.find(([start]) => command.startsWith(start))?.[1] ?? 'the connection';
  // Without SMTPUTF8 the address is sent as it is, and each server refuses it in its own words.
  const isUtf8Refused = command === 'RCPT TO' && permanent === true && /[^\p{ASCII}][^@]*@/u.test(to);
  const known = isUtf8Refused
    ? ONLY_ASCII
    : CAUSES.find(([cause]) => cause.test(`${code} ${error.message}`))?.[1];
  const reason =
    known !== undefined || responseCode === undefined || code === 'ETLS'
      ? (known ?? FAILURES.get(code ?? '') ?? 'The mail could not be sent.')
      : `The mail server refused ${refused} (${responseCode}).`;
  return { isSent: false, isFinal: permanent === true && isAboutMail, reason };
}

const REFUSED = [
  ['RCPT TO', 'the recipient'],
  ['MAIL FROM', 'the sender'],
  ['DATA', 'the mail'],
  ['AUTH', 'the credentials'],
] as const;

const ONLY_ASCII = 'The mail server accepts only ASCII before the @ of an address (it lacks SMTPUTF8).';

/** What a setting can mend, by nodemailer's code and the words of nodemailer and OpenSSL. */
const CAUSES = [
  [
    /wrong version number|packet length too long|record layer/i,
    'The mail server does not begin with TLS at this port: use smtp:// in SMTP_URL, which turns to TLS by STARTTLS, or the port for TLS (usually 465).',
  ],
  [
    /certificate|altname/i,
    'The certificate of the mail server is not trusted: use the name that it is made out to in SMTP_URL, or set NODE_EXTRA_CA_CERTS to the file of its authority.',
  ],
  [/internationalized mailbox/i, ONLY_ASCII],
] as const;

const FAILURES: ReadonlyMap<string, string> = new Map([
  [
    'ETIMEDOUT',
    'The mail server did not respond in time: if its port begins with TLS (usually 465), use smtps:// in SMTP_URL.',
  ],
  ['EABORT', 'Sending took too long, or the service stopped.'],
  ['EDNS', 'The mail server was not found.'],
  ['ESOCKET', 'The mail server cannot be reached.'],
  ['ECONNECTION', 'The mail server closed the connection.'],
  ['ETLS', 'There is no secure connection to the mail server.'],
]);

/** What a letter is laid out with: the address of this site, and the complete address that ends mails like it. */
type MailLinks = { readonly origin: string; readonly unsubscribeUrl: string | null };

/** The plain-text part of a mail. */
function plainBody({ sections, reason }: Letter, { origin, unsubscribeUrl }: MailLinks): string {
  const parts = sections.map(({ title, sentences, link }) =>
    [title, '', ...sentences, ...(link === null ? [] : ['', `${link.label}: ${origin}${link.path}`])].join(
      '\n',
    ),
  );
  const stop = unsubscribeUrl === null ? [] : [`Stop mails like this: ${unsubscribeUrl}`];
  return `${[...parts, ['-- ', reason, ...stop].join('\n')].join('\n\n')}\n`;
}

/** No colours, so that a mail follows its reader's theme, and no pictures. */
const STYLE = {
  body: 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  column: 'max-width:560px;margin:0 auto;overflow-wrap:anywhere',
  title: 'margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:600',
  sentence: 'margin:0 0 8px',
  button:
    'display:inline-block;margin:8px 0 0;padding:10px 16px;border:1px solid;border-radius:8px;color:inherit;font-weight:600;text-decoration:none',
  section: 'margin:0 0 32px',
  foot: 'border-top:1px solid;padding-top:16px;font-size:14px',
  link: 'color:inherit',
} as const;

/** The HTML part of a mail, complete without pictures and style sheets. */
function htmlBody({ subject, sections, reason }: Letter, { origin, unsubscribeUrl }: MailLinks): string {
  const drawn = sections.map(
    ({ title, sentences, link }) =>
      `<div style="${STYLE.section}"><h1 style="${STYLE.title}">${escaped(title)}</h1>${sentences
        .map((sentence) => `<p style="${STYLE.sentence}">${escaped(sentence)}</p>`)
        .join('')}${link === null ? '' : anchor(STYLE.button, origin + link.path, link.label)}</div>`,
  );
  const stop =
    unsubscribeUrl === null ? '' : ` ${anchor(STYLE.link, unsubscribeUrl, 'Stop mails like this')}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.column}">${drawn.join('')}`,
    `<p style="${STYLE.foot}">${escaped(reason)}${stop}</p></div></body></html>`,
  ].join('\n');
}

const anchor = (style: string, url: string, label: string): string =>
  `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
