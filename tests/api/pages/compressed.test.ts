import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sessionCookie } from '@/tests/support/session';
import { makePerson } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

const OWNER = 'owner@example.org';
const site = await siteForFile();
await makePerson(site, OWNER, 'owner');
const cookie = await sessionCookie(site, OWNER);

it.each([
  ['/account', 200],
  ['/bots/1483746529000000009', 404],
])('the page of a person at %s is compressed as a whole', async (path, status) => {
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip' };
  const [response] = await once(get(site.origin + path, { headers }), 'response');
  const bytes = await buffer(response);
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(bytes.length),
    'cache-control': expect.stringContaining('no-store'),
  });
  expect(response.headers.vary?.toLowerCase()).toContain('accept-encoding');
  expect(gunzipSync(bytes).toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>$/);
});

it('scripts are compressed too', async () => {
  const page = await (await fetch(`${site.origin}/login`)).text();
  const [, script] = /src="(\/_next\/static\/[^"]+\.js)"/.exec(page) ?? [];
  const response = await fetch(`${site.origin}${script}`, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.text()).not.toBe('');
});
