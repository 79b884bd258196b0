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
])('%s becomes %s, in Location', (given, path) => {
  const redirect = withRelativeUrls(new Response(null, { status: 302, headers: { Location: given } }));
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, path]);
});

it('every cookie is kept', () => {
  const headers = new Headers([
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]);
  const response = withRelativeUrls(Response.json({}, { headers }));
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});
