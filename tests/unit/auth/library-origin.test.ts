import { expect, it } from 'vitest';
import { LIBRARY_ORIGIN, withRelativeUrls } from '@/lib/auth/library';

it.each([
  [`${LIBRARY_ORIGIN}/bots?range=7d`, '/bots?range=7d'],
  [LIBRARY_ORIGIN, '/'],
  [`${LIBRARY_ORIGIN}/`, '/'],
  ['/login?error=x', '/login?error=x'],
  [`/login?callbackUrl=${encodeURIComponent(`${LIBRARY_ORIGIN}/bots`)}`, '/login?callbackUrl=%2Fbots'],
  [`/login?callbackUrl=${encodeURIComponent(LIBRARY_ORIGIN)}`, '/login?callbackUrl=%2F'],
  ['https://discord.com/oauth2/authorize?state=x', 'https://discord.com/oauth2/authorize?state=x'],
])('%s becomes %s, in Location and in JSON', async (given, path) => {
  const redirect = await withRelativeUrls(new Response(null, { status: 302, headers: { Location: given } }));
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, path]);
  const json = await withRelativeUrls(Response.json({ url: given }, { status: 401 }));
  expect([json.status, await json.json()]).toEqual([401, { url: path }]);
});

it('every cookie is kept', async () => {
  const headers = new Headers([
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]);
  const response = await withRelativeUrls(Response.json({}, { headers }));
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});
