import { once } from 'node:events';
import { get, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePerson, sessionCookie } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

const OWNER = 'owner@example.org';
const site = siteForFile();
let cookie: string;
beforeAll(async () => {
  await makePerson(site, OWNER, 'owner');
  cookie = await sessionCookie(site, OWNER);
});

it.each([
  ['/account', 200],
  ['/bots/1483746529000000009', 404],
])('the page of a person at %s is compressed', async (path, status) => {
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip' };
  const [response] = await once(get(site.origin + path, { headers }), 'response');
  const bytes = await buffer(response);
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': expect.stringContaining('no-store'),
  });
  expect(response.headers.vary?.toLowerCase()).toContain('accept-encoding');
  expect(gunzipSync(bytes).toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>$/);
});

const read = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const [response] = await once(request(site.origin + path, { headers, method }).end(), 'response');
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
};

describe.each(['js', 'css'])('a .%s file', (end) => {
  let path: string;
  let plain: Awaited<ReturnType<typeof read>>;
  beforeAll(async () => {
    const { bytes: page } = await read('/login', {});
    path = String(page).match(new RegExp(`"(/_next/static/[^"]+\\.${end})"`))?.[1] ?? '';
    plain = await read(path, {});
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.9', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])(
    'is read with Accept-Encoding: %s in %s, as the build compressed it',
    async (accepted, coding, unpack) => {
      const { status, headers, bytes } = await read(path, { 'accept-encoding': accepted });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-encoding': coding,
        'content-type': plain.headers['content-type'],
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      expect(unpack(bytes)).toEqual(plain.bytes);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    },
  );

  it.each<Record<string, string>>([
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'br;q=0, gzip;q=0' },
  ])('is read with %j as it is', async (sent) => {
    const { headers, bytes } = await read(path, sent);
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect(bytes).toEqual(plain.bytes);
  });

  it('has no coding when it is refused, and none that another one was revalidated with', async () => {
    const accepted = { 'accept-encoding': 'br' };
    const { headers, bytes } = await read(path, accepted);
    const known = { ...accepted, 'if-none-match': headers.etag ?? '' };
    expect((await read(path, known)).status).toBe(304);
    expect((await read(path, { ...known, 'accept-encoding': 'gzip' })).status).toBe(200);
    expect((await read(path, accepted, 'HEAD')).headers['content-length']).toBe(String(bytes.length));
    for (const refused of [
      await read(path, { ...accepted, range: 'bytes=99999999-' }),
      await read(path, accepted, 'PUT'),
    ]) {
      expect([refused.status, refused.headers['content-encoding']]).toEqual([expect.any(Number), undefined]);
      expect([405, 416]).toContain(refused.status);
    }
  });
});
