import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserJar } from '../../support/browser-jar';
import { exchange, type RawResponse } from '../../support/process/raw-socket';
import { makePerson, PASSWORD, type Site, startSite } from '../../support/site';

const EMAIL = 'person@example.org';
const MAX = 65_536;
const SIGN_IN = '/api/auth/callback/credentials';

describe('the body of a request for a page', () => {
  let site: Site;
  let port: number;
  let browser: BrowserJar;
  let csrfToken: string;
  beforeAll(async () => {
    site = await startSite();
    port = Number(new URL(site.origin).port);
    await makePerson(site, EMAIL, 'owner');
    browser = new BrowserJar(site.origin);
    ({ csrfToken } = (await (await browser.fetch('/api/auth/csrf')).json()) as { csrfToken: string });
  });
  afterAll(() => site.stop());

  /** A sign-in form of `bytes` bytes that succeeds only if its last bytes arrive. */
  const form = (bytes: number) => {
    const needed = new URLSearchParams({ csrfToken, json: 'true', email: EMAIL, password: PASSWORD });
    const rest = `&${needed}`;
    return `pad=${'x'.repeat(bytes - 'pad='.length - rest.length)}${rest}`;
  };
  const head = (...fields: string[]) =>
    [
      `POST ${SIGN_IN} HTTP/1.1`,
      `Host: localhost:${port}`,
      `Origin: ${site.origin}`,
      `Cookie: ${browser.cookie}`,
      'Content-Type: application/x-www-form-urlencoded',
      ...fields,
      '',
      '',
    ].join('\r\n');
  const isSignedIn = ({ status, head: fields }: RawResponse) =>
    status === 200 && /^set-cookie: [^=]*botmeter\.session=/im.test(fields);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const close = 'Connection: close';

  it.each([1_000, 16_384, 16_385, MAX - 1, MAX])('of %i bytes reaches the page completely', async (bytes) => {
    const response = await exchange(port, `${head(close, `Content-Length: ${bytes}`)}${form(bytes)}`);
    expect(isSignedIn(response), response.head).toBe(true);
  });

  it.each([1_000, MAX])('of %i bytes in chunks reaches the page completely', async (bytes) => {
    const chunks = form(bytes).match(/[\s\S]{1,999}/g) ?? [];
    const body = `${chunks.map(chunk).join('')}0\r\n\r\n`;
    const response = await exchange(port, `${head(close, 'Transfer-Encoding: chunked')}${body}`);
    expect(isSignedIn(response), response.head).toBe(true);
  });

  it('that arrives in many pieces, long after the headers, reaches the page completely', async () => {
    const pieces = form(MAX).match(/[\s\S]{1,4000}/g) ?? [];
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.write(head(close, `Content-Length: ${MAX}`));
    for (const piece of pieces) {
      // Once another connection gets a response, this one's piece has been read.
      expect((await fetch(`${site.origin}/api/health/live`)).status).toBe(200);
      socket.write(piece);
    }
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nset-cookie: [^=]*botmeter\.session=/i);
  });

  it('is requested by 100 Continue if the client expects that, and then reaches the page completely', async () => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const isTold = new Promise<void>((resolve) => {
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) resolve();
      });
    });
    socket.write(head(close, 'Expect: 100-continue', `Content-Length: ${MAX}`));
    await isTold;
    socket.write(form(MAX));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/HTTP\/1\.1 200 [\s\S]*\r\nset-cookie: [^=]*botmeter\.session=/i);
  });

  it.each([
    ['declared', () => head(`Content-Length: ${MAX + 1}`)],
    ['sent in chunks', () => head('Transfer-Encoding: chunked') + chunk('x'.repeat(MAX + 1))],
  ])('is refused with 413 when more than 64 KiB are %s', async (_, request) => {
    expect((await exchange(port, request())).status).toBe(413);
  });

  it('may be empty, and may be part of a GET', async () => {
    const empty = await exchange(port, `${head(close, 'Transfer-Encoding: chunked')}0\r\n\r\n`);
    expect(empty.status).toBeGreaterThanOrEqual(200);
    expect(empty.status).toBeLessThan(500);
    for (const path of ['/docs', '/login?notice=1']) {
      const fields = `Host: localhost\r\n${close}\r\nContent-Length: 3`;
      expect((await exchange(port, `GET ${path} HTTP/1.1\r\n${fields}\r\n\r\nabc`)).status).toBe(200);
    }
  });

  it('is followed by the next request on its connection', async () => {
    const body = form(40_000);
    const next = `GET /login?notice=1 HTTP/1.1\r\nHost: localhost\r\n${close}\r\n\r\n`;
    const { text } = await exchange(port, `${head('Content-Length: 40000')}${body}${next}`);
    expect(text.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
    expect(text).toMatch(/botmeter\.session=[\s\S]*<\/html>/);
  });

  it('that is aborted leaves nothing behind', async () => {
    for (let i = 0; i < 100; i++) {
      const socket = connect(port, '127.0.0.1');
      await new Promise((resolve) => socket.write(head(`Content-Length: ${MAX}`) + form(MAX - 1), resolve));
      socket.resetAndDestroy();
    }
    const response = await exchange(port, `${head(close, 'Content-Length: 1000')}${form(1_000)}`);
    expect(isSignedIn(response), response.head).toBe(true);
  });
});
