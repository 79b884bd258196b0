import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMailer } from '@/lib/delivery/mail';
import type { MailServer as Settings } from '@/lib/domain/alerts/mail';
import type { Letter } from '@/lib/ports/senders';
import { TEST_CERTIFICATE } from '@/tests/support/certificate.mjs';
import { MAIL_PASSWORD, type MailServer, startMailServer } from '@/tests/support/mail-server';

const NAME = `<b>"Tom" & 'Ann'</b>\r\nBcc: x@evil.example`;
const LETTER: Letter = {
  to: 'owner@example.org',
  id: 'mail-1',
  subject: `${NAME} is silent`,
  sections: [
    {
      title: `${NAME} is silent`,
      sentences: ['No report — since 14:30.'],
      link: { label: 'Open', path: '/bots/1?a=1&b=2' },
    },
  ],
  reason: 'You own it.',
  unsubscribePath: '/unsubscribe?token=t',
};
const AUTH = { user: 'user', pass: MAIL_PASSWORD };

type Over = Partial<Settings> & {
  readonly origin?: string;
  readonly ca?: string;
  readonly timeoutMs?: number;
};

function mailerFor(
  port: number,
  { origin = 'https://bots.example.org', ca = TEST_CERTIFICATE, timeoutMs = 5_000, ...over }: Over,
) {
  const server = { host: '127.0.0.1', port, isTls: false, auth: null, ...over };
  const from = { name: 'Botmeter', address: 'bots@example.org' };
  const mailer = smtpMailer({ server, from, origin }, { ca, timeoutMs });
  onTestFinished(() => mailer.close());
  return (letter: Letter = LETTER, signal = new AbortController().signal) => mailer.send(letter, signal);
}

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.stop());
  return server;
}

const SENT = { isSent: true };
const failed = (reason: string, isFinal = false) => ({ isSent: false, isFinal, reason });

test('a mail has both bodies, escaped; one line per header; and ends mails like it with one click', async () => {
  const server = await mailServer({ hideSTARTTLS: true });
  const send = mailerFor(server.port, {});
  expect(await send()).toEqual(SENT);
  const [mail] = await server.received(1);
  expect([mail?.to, mail?.isTls, mail?.headers.has('bcc')]).toEqual([LETTER.to, false, false]);
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: 'Botmeter <bots@example.org>',
    to: LETTER.to,
    'auto-submitted': 'auto-generated',
    subject: `<b>"Tom" & 'Ann'</b> Bcc: x@evil.example is silent`,
    'message-id': '<mail-1@bots.example.org>',
    'list-unsubscribe': '<https://bots.example.org/unsubscribe?token=t>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(mail?.text).toContain(
    'No report — since 14:30.\r\n\r\nOpen: https://bots.example.org/bots/1?a=1&b=2',
  );
  expect(mail?.text).toContain(
    'You own it.\r\nStop mails like this: https://bots.example.org/unsubscribe?token=t',
  );
  expect(mail?.html).toContain('&lt;b&gt;&quot;Tom&quot; &amp; &#39;Ann&#39;&lt;/b&gt;');
  expect(mail?.html).toContain('href="https://bots.example.org/bots/1?a=1&amp;b=2"');
  expect(mail?.html).not.toMatch(/<b>|<img|<link|<script|url\(/);
});

test('a mail that was asked for cannot be unsubscribed from, and without https not with one click', async () => {
  const server = await mailServer();
  const send = mailerFor(server.port, { origin: 'http://localhost:3000' });
  await send({ ...LETTER, unsubscribePath: null });
  await send();
  const fields = (await server.received(2)).map(({ headers }) =>
    ['list-unsubscribe', 'list-unsubscribe-post'].map((name) => headers.has(name)),
  );
  expect(fields).toEqual([
    [false, false],
    [true, false],
  ]);
});

const matching = (reason: RegExp) => failed(expect.stringMatching(reason));
const INSECURE = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
const wrong = { auth: { ...AUTH, pass: 'canary' } };
const slow = { auth: AUTH, timeoutMs: 300 };
test.each([
  ['STARTTLS, with credentials', {}, { auth: AUTH }, SENT],
  ['TLS from the start', { secure: true }, { isTls: true, auth: AUTH }, SENT],
  ['STARTTLS with any certificate, without credentials', {}, { ca: '' }, SENT],
  ['no TLS, with credentials', INSECURE, { auth: AUTH }, matching(/no secure connection/)],
  ['an unknown certificate', {}, { auth: AUTH, ca: '' }, matching(/certificate .* NODE_EXTRA_CA_CERTS/)],
  [
    'TLS at a port for STARTTLS',
    {},
    { isTls: true, auth: AUTH },
    matching(/not begin with TLS .* smtp:\/\//),
  ],
  ['STARTTLS at a port for TLS', { secure: true }, slow, matching(/in time: .* smtps:\/\/ in SMTP_URL/)],
  ['wrong credentials', {}, wrong, failed('The mail server refused the credentials (535).')],
])('%s', async (_, options, over, expected) => {
  const server = await mailServer(options);
  expect(await mailerFor(server.port, over)()).toEqual(expected);
  const auth = 'auth' in over ? 'user' : undefined;
  expect(server.mails.map(({ isTls, user }) => [isTls, user])).toEqual(
    expected === SENT ? [[true, auth]] : [],
  );
});

test.each([
  [550, true],
  [450, false],
])('a recipient refused with %i: final %s; the next mail goes out', async (code, isFinal) => {
  const server = await mailServer();
  const send = mailerFor(server.port, {});
  server.refuseNext(code);
  expect(await send()).toEqual(failed(`The mail server refused the recipient (${code}).`, isFinal));
  expect(await send()).toEqual(SENT);
});

test('a server that says nothing, one that is not there, and a stop end a try', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  expect(await mailerFor(port, { timeoutMs: 50 })()).toEqual(
    failed(expect.stringMatching(/^The mail server did not respond in time/)),
  );
  const stopping = new AbortController();
  const sending = mailerFor(port, {})(LETTER, stopping.signal);
  stopping.abort();
  expect(await sending).toEqual(failed('Sending took too long, or the service stopped.'));
  mute.close();
  await once(mute, 'close');
  expect(await mailerFor(port, {})()).toEqual(failed('The mail server cannot be reached.'));
});

test('an address that is not ASCII before its @ needs a server with SMTPUTF8; one without it is named', async () => {
  const letter = { ...LETTER, to: 'jürgen@example.org' };
  const able = await mailServer({ hideSTARTTLS: true });
  expect(await mailerFor(able.port, {})(letter)).toEqual(SENT);
  expect((await able.received(1))[0]?.to).toBe(letter.to);
  const server = await mailServer({ hideSTARTTLS: true, hideSMTPUTF8: true });
  server.refuseNext(553);
  const send = mailerFor(server.port, {});
  expect(await send(letter)).toEqual(
    failed('The mail server accepts only ASCII before the @ of an address (it lacks SMTPUTF8).', true),
  );
  expect(await send()).toEqual(SENT);
  expect(server.mails).toHaveLength(1);
});
