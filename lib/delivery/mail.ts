import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailSender, MailServer } from '@/lib/domain/mail';
import type { Mailer, MailFailure } from '@/lib/ports/senders';
import { htmlBody, plainBody } from './mail-body';

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

/** Far less than the lease on a mail that is being sent (lib/domain/mail.ts). */
const SEND_MAX_MS = 120_000;
const CONNECTIONS_MAX = 4;

/** Sends mail over SMTP, over a few connections that are kept open while there is something to send. */
export function smtpMailer(
  { server, from, origin }: MailSettings,
  { onFailure = () => {}, timeoutMs = 15_000, ca }: Options = {},
): Mailer {
  const { host, port, isTls, auth } = server;
  const transport = createTransport({
    ...{ host, port, secure: isTls, requireTLS: auth !== null, pool: true, maxConnections: CONNECTIONS_MAX },
    ...(auth !== null && { auth }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    dnsTimeout: timeoutMs,
    ...{ disableFileAccess: true, disableUrlAccess: true },
    // Whoever could forge a certificate could as well hide that TLS is offered: without credentials any one will do.
    tls: { rejectUnauthorized: isTls || auth !== null, ...(ca !== undefined && { ca }) },
  });
  const { hostname } = new URL(origin);

  return {
    async send(letter, signal) {
      const unsubscribeUrl = letter.unsubscribePath === null ? null : origin + letter.unsubscribePath;
      const place = { origin, unsubscribeUrl };
      try {
        await transport.sendMail({
          from,
          // As an object, so that no address is read as a list of them.
          to: { name: '', address: letter.to },
          subject: oneLine(letter.subject),
          messageId: `<${letter.id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeFields(unsubscribeUrl) },
          text: plainBody(letter, place),
          html: htmlBody(letter, place),
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_MAX_MS)]),
        });
        return { isSent: true };
      } catch (error) {
        const failure = failureOf(error as NodemailerError);
        onFailure(failure.reason);
        return failure;
      }
    },
    close: async () => transport.close(),
  };
}

/** A header field takes no line breaks; other control characters are not for readers either. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** One click in the mail program ends mails like this (RFC 8058, which requires https). */
const unsubscribeFields = (url: string | null): Record<string, { prepared: true; value: string }> => ({
  ...(url !== null && { 'List-Unsubscribe': { prepared: true, value: `<${url}>` } }),
  ...(url?.startsWith('https:') && {
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }),
});

/** Sentences of our own: the server's may quote what it was sent. */
function failureOf({ code, command = '', responseCode, permanent }: NodemailerError): MailFailure {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const refused = REFUSED.find(([start]) => command.startsWith(start))?.[1] ?? 'the connection';
  const reason =
    responseCode === undefined || code === 'ETLS'
      ? (FAILURES.get(code ?? '') ?? 'The mail could not be sent.')
      : `The mail server refused ${refused} (${responseCode}).`;
  return { isSent: false, isFinal: permanent === true && isAboutMail, reason };
}

const REFUSED = [
  ['RCPT TO', 'the recipient'],
  ['MAIL FROM', 'the sender'],
  ['DATA', 'the mail'],
  ['AUTH', 'the credentials'],
] as const;

const FAILURES: ReadonlyMap<string, string> = new Map([
  ['ETIMEDOUT', 'The mail server did not respond in time.'],
  ['EABORT', 'Sending took too long, or the service stopped.'],
  ['EDNS', 'The mail server was not found.'],
  ['ESOCKET', 'The mail server cannot be reached.'],
  ['ECONNECTION', 'The mail server closed the connection.'],
  ['ETLS', 'There is no secure connection to the mail server.'],
]);
