import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { actionText, PASSWORD, SIGN_IN } from '../../support/browser-jar';
import { exchange, type RawResponse } from '../../support/process/http';
import { makePerson } from '../../support/site';
import { siteForFile } from '../../support/test-site';

const EMAIL = 'person@example.org';
const MAX = 65_536;
const CLOSE = 'Connection: close';
const [action, path] = SIGN_IN;

const site = siteForFile();
let port: number;
beforeAll(async () => {
  ({ port } = site);
  await makePerson(site, EMAIL, 'owner');
});

/** A sign-in form of `bytes` bytes that succeeds only if its last bytes arrive. */
const form = (bytes: number) => {
  const padded = (length: number) =>
    actionText(action, { pad: 'x'.repeat(length), email: EMAIL, password: PASSWORD }, {});
  return padded(bytes - padded(0).body.length).body;
};
const head = (...fields: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    ...Object.entries(actionText(action, {}, { Origin: site.origin }).headers).map((field) =>
      field.join(': '),
    ),
    ...fields,
    '',
    '',
  ].join('\r\n');
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

const SIGNED_IN = /^HTTP\/1\.1 200 [\s\S]*\r\nset-cookie: [^=]*botmeter\.session=/im;
const expectSignedIn = ({ text, head: fields }: Pick<RawResponse, 'text' | 'head'>) =>
  expect(SIGNED_IN.test(text), fields).toBe(true);

describe('the body of a request for a page', () => {
  it.each([1_000, 16_384, 16_385, MAX - 1, MAX])('of %i bytes reaches the page completely', async (bytes) => {
    expectSignedIn(await exchange(port, `${head(CLOSE, `Content-Length: ${bytes}`)}${form(bytes)}`));
  });

  it.each([1_000, MAX])('of %i bytes in chunks reaches the page completely', async (bytes) => {
    const chunks = form(bytes).match(/[\s\S]{1,999}/g) ?? [];
    const body = `${chunks.map(chunk).join('')}0\r\n\r\n`;
    expectSignedIn(await exchange(port, `${head(CLOSE, 'Transfer-Encoding: chunked')}${body}`));
  });

  it('that arrives in many pieces, long after the headers, reaches the page completely', async () => {
    const pieces = form(MAX).match(/[\s\S]{1,4000}/g) ?? [];
    const sendPieces = async (socket: Socket) => {
      socket.write(head(CLOSE, `Content-Length: ${MAX}`));
      for (const piece of pieces) {
        // Once another connection gets a response, this one's piece has been read.
        expect((await fetch(`${site.origin}/api/health/live`)).status).toBe(200);
        socket.write(piece);
      }
    };
    expectSignedIn(await exchange(port, (socket) => void sendPieces(socket)));
  });

  it('is requested by 100 Continue if the client expects that, and then reaches the page completely', async () => {
    const response = await exchange(port, (socket) => {
      socket.write(head(CLOSE, 'Expect: 100-continue', `Content-Length: ${MAX}`));
      socket.once('data', () => socket.write(form(MAX)));
    });
    expect(response.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    expectSignedIn(response);
  });

  it.each([
    ['declared', () => head(`Content-Length: ${MAX + 1}`)],
    ['sent in chunks', () => head('Transfer-Encoding: chunked') + chunk('x'.repeat(MAX + 1))],
  ])('is refused with 413 when more than 64 KiB are %s', async (_, request) => {
    expect((await exchange(port, request())).status).toBe(413);
  });

  it('may be empty, and may be part of a GET', async () => {
    const empty = await exchange(port, `${head(CLOSE, 'Transfer-Encoding: chunked')}0\r\n\r\n`);
    expect(empty.status).toBeGreaterThanOrEqual(200);
    expect(empty.status).toBeLessThan(500);
    for (const path of ['/docs', '/login?notice=1']) {
      const fields = `Host: localhost\r\n${CLOSE}\r\nContent-Length: 3`;
      expect((await exchange(port, `GET ${path} HTTP/1.1\r\n${fields}\r\n\r\nabc`)).status).toBe(200);
    }
  });

  it('is followed by the next request on its connection', async () => {
    const next = `GET /login?notice=1 HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n\r\n`;
    const { text } = await exchange(port, `${head('Content-Length: 40000')}${form(40_000)}${next}`);
    expect(text.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
    expect(text).toMatch(/botmeter\.session=[\s\S]*<\/html>/);
  });

  it('that is aborted does not affect later requests', async () => {
    for (let i = 0; i < 100; i++) {
      const socket = connect(port, '127.0.0.1');
      await new Promise((resolve) => socket.write(head(`Content-Length: ${MAX}`) + form(MAX - 1), resolve));
      socket.resetAndDestroy();
    }
    expectSignedIn(await exchange(port, `${head(CLOSE, 'Content-Length: 1000')}${form(1_000)}`));
  });
});
