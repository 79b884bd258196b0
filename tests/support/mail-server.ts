import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.mjs';
import { freePort } from './free-port.mjs';

export type ReceivedMail = {
  readonly to: string;
  readonly isTls: boolean;
  readonly user: string | undefined;
  /** Unfolded, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decoded text and HTML part. */
  readonly text: string;
  readonly html: string;
};

/** An SMTP server that keeps what it receives. Its credentials are `user` and `MAIL_PASSWORD`. */
export type MailServer = {
  readonly port: number;
  /** Settings for a service that sends its mails here, with credentials and over TLS. */
  readonly env: Readonly<Record<string, string>>;
  readonly mails: readonly ReceivedMail[];
  /** The mails, as soon as there are so many. */
  readonly received: (count: number) => Promise<readonly ReceivedMail[]>;
  /** The codes with which the next recipients are refused, in order. */
  readonly refuseNext: (...codes: number[]) => void;
  readonly stop: () => Promise<void>;
};

export const MAIL_PASSWORD = 'p/a@canary-of-smtp';
/** What a server says of a recipient is for no log and no row. */
const REFUSAL = `no\u001b[31m ${MAIL_PASSWORD} ${'x'.repeat(2_000)}`;

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals: number[] = [];
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _, done) {
      if (username === 'user' && password === MAIL_PASSWORD) return done(null, { user: username });
      done(Object.assign(new Error(`no ${password}`), { responseCode: 535 }));
    },
    onRcptTo(_, __, done) {
      const code = refusals.shift();
      done(code === undefined ? null : Object.assign(new Error(REFUSAL), { responseCode: code }));
    },
    onData(stream, { envelope, secure: isTls, user }, done) {
      void text(stream).then((source) => {
        mails.push({
          to: String(envelope.rcptTo[0]?.address),
          isTls,
          user: user || undefined,
          ...parsed(source),
        });
        arrivals.emit('mail');
        done();
      });
    },
    ...options,
  });
  // A client may hang up in the middle of its mail.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-mail-'));
  const authorities = join(folder, 'ca.pem');
  writeFileSync(authorities, TEST_CERTIFICATE);
  // Links in mails need the service's address before it starts.
  const sitePort = await freePort();
  return {
    port,
    env: {
      PORT: String(sitePort),
      APP_URL: `http://localhost:${sitePort}`,
      NODE_EXTRA_CA_CERTS: authorities,
      MAIL_FROM: 'Botmeter <bots@example.org>',
      SMTP_URL: `smtp://user:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}`,
    },
    mails,
    async received(count) {
      while (mails.length < count) await once(arrivals, 'mail');
      return mails;
    },
    refuseNext: (...codes) => refusals.push(...codes),
    stop: () => {
      rmSync(folder, { recursive: true });
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function parsed(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const end = source.indexOf('\r\n\r\n');
  const fields = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    fields.map((field) => [field.split(':', 1).join().toLowerCase(), plain(field.replace(/^[^:]*: ?/, ''))]),
  );
  const boundary = /boundary="([^"]*)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = source
    .slice(end)
    .split(`\r\n--${boundary}`)
    .map((one) => one.trimStart());
  const part = (type: string) => decoded(parts.find((one) => one.startsWith(`Content-Type: ${type}`)) ?? '');
  return { headers, text: part('text/plain'), html: part('text/html') };
}

/** The content of a part, which is quoted-printable or plain. */
function decoded(part: string): string {
  const content = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(part)) return content;
  return fromQuoted(content.replace(/=\r\n/g, ''));
}

const fromQuoted = (quoted: string): string => {
  const bytes = quoted.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

/** A header value without the encoding of texts beyond ASCII (RFC 2047). */
const plain = (value: string): string =>
  value
    .replace(/\?= =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, quoted) => fromQuoted(quoted.replaceAll('_', ' ')));
