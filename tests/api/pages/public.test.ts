import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exchange, rawRequest } from '../../support/process/http';
import { makePerson, sessionCookie } from '../../support/site';
import { siteForFile } from '../../support/test-site';

const PATHS = ['/', '/docs', '/login'];
/** Fields of a connection, and of a body, which a response to HEAD does not have. */
const OF_THE_BODY = /^(connection|keep-alive|content-encoding|transfer-encoding)$/;
const NONCE = /'nonce-([^']+)'/;

const site = siteForFile();

describe('the pages that everyone may read', () => {
  const fetchPage = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${site.origin}${path}`, { method, headers, redirect: 'manual' });
  const nonceOf = (response: Response) =>
    NONCE.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';

  it.each(PATHS)(
    '%s has a fresh nonce in each response, in its headers and everywhere in its text',
    async (path) => {
      const texts: string[] = [];
      const nonces: string[] = [];
      for (let i = 0; i < 3; i++) {
        const response = await fetchPage(path);
        const nonce = nonceOf(response);
        expect(nonce).toMatch(/^[\w+/]{24}$/);
        const text = await response.text();
        expect([...text.matchAll(/nonce="([^"]*)"/g)].filter(([, found]) => found !== nonce)).toEqual([]);
        expect(response.headers.get('link')).toContain(`nonce="${nonce}"`);
        expect(response.headers.get('cache-control')).toContain('no-store');
        texts.push(text.replaceAll(nonce, 'nonce'));
        nonces.push(nonce);
      }
      expect(new Set(nonces).size).toBe(3);
      expect(new Set(texts).size).toBe(1);
    },
  );

  it.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000, identity', false],
    ['br', false],
    ['', false],
  ])('with Accept-Encoding: %j are compressed: %s', async (accepted, isGzip) => {
    const response = await fetchPage('/docs', { 'accept-encoding': accepted, connection: 'close' });
    expect(response.headers.get('content-encoding')).toBe(isGzip ? 'gzip' : null);
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(await response.text()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>$/);
  });

  it('are compressed so that every decoder accepts them', async () => {
    // Unlike fetch, this request is not decompressed by its client.
    const [response] = await once(
      get(`${site.origin}/docs`, { headers: { 'accept-encoding': 'gzip' } }),
      'response',
    );
    const bytes = await buffer(response);
    expect(gunzipSync(bytes).toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>$/);
  });

  it('have the same headers for HEAD and GET', async () => {
    for (const path of PATHS) {
      const [got, head] = [await fetchPage(path), await fetchPage(path, {}, 'HEAD')];
      const fields = ({ headers }: Response) =>
        [...headers.keys()].filter((name) => !OF_THE_BODY.test(name)).sort();
      expect(fields(head), path).toEqual(fields(got));
      expect([head.status, await head.text()]).toEqual([200, '']);
      await got.text();
    }
  });

  it.each([
    ['If-None-Match', '*'],
    ['If-None-Match', '"another"'],
    ['If-Modified-Since', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['Range', 'bytes=0-0'],
  ])('are sent whole to %s: %s, because no two responses are the same', async (name, value) => {
    const response = await fetchPage('/docs', { [name]: value });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('</html>');
  });

  it('show personal content to a signed-in person and to nobody else', async () => {
    await makePerson(site, 'reader@example.org', 'owner', 'Reader');
    const cookie = await sessionCookie(site, 'reader@example.org');
    for (const path of ['/', '/docs']) {
      await (await fetchPage(path)).text();
      expect(await (await fetchPage(path, { cookie })).text(), path).toContain('reader@example.org');
      expect(await (await fetchPage(path)).text(), path).not.toContain('reader@example.org');
    }
    expect((await fetchPage('/login', { cookie })).status).toBe(307);
    expect((await fetchPage('/login')).status).toBe(200);
  });

  it('never set a cookie', async () => {
    for (const path of PATHS) {
      const response = await fetchPage(path, { cookie: 'theme=dark; next-auth.csrf-token=x' });
      expect([response.status, response.headers.getSetCookie()], path).toEqual([200, []]);
      await response.text();
    }
  });

  it('are not sent to Next’s client router, which gets its own format', async () => {
    await (await fetchPage('/docs')).text();
    const response = await fetchPage('/docs?_rsc=1', { rsc: '1' });
    expect(response.headers.get('content-type') ?? '').not.toContain('text/html');
    expect((await fetchPage('/docs', { rsc: '1' })).headers.get('content-type') ?? '').not.toContain(
      'text/html',
    );
  });

  it('contain no other origin of the service than the requested one', async () => {
    const at = (host: string) =>
      exchange(site.port, `GET /docs HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    for (const host of ['one.example', 'two.example', 'one.example']) {
      const { status, text } = await at(host);
      expect(status).toBe(200);
      expect(text).not.toContain(host === 'one.example' ? 'two.example' : 'one.example');
    }
  });

  it('are not sent as the response to a POST', async () => {
    const response = await exchange(site.port, rawRequest('/docs', ['Content-Length: 0'], 'POST'));
    expect(response.status).toBe(403);
    expect(response.body).not.toContain('<html');
  });
});
