import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { cookieName, isSecureOrigin } from '@/lib/auth/cookies';
import { LIBRARY_ORIGIN } from '@/lib/auth/library';
import { container } from '@/lib/container';
import type { LeadsTo } from '@/lib/contract/form-state';
import { ownOriginNow } from './current-user';
import { discordSettings } from './discord';
import { currentSignInOptions } from './sign-in-options';

/**
 * Where a browser goes to sign in at Discord, which leads it back to `callbackPath`; sets the cookies that it needs then.
 * For server actions, so that it works without scripts: the content security policy lets no form lead to another site.
 */
export async function startDiscord(callbackPath: string): Promise<LeadsTo | null> {
  if ((await discordSettings()) === undefined) return null;
  const [jar, origin] = [await cookies(), await ownOriginNow()];
  const csrfToken = randomBytes(32).toString('hex');
  // The library's form. The action has checked the Origin already.
  const mac = createHash('sha256')
    .update(csrfToken + container().authSecret)
    .digest('hex');
  jar.set(cookieName(origin, 'csrf-token'), `${csrfToken}|${mac}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureOrigin(origin),
  });
  const request = new NextRequest(`${LIBRARY_ORIGIN}/api/auth/signin/discord`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: callbackPath, json: 'true' }),
  });
  const context = { params: Promise.resolve({ nextauth: ['signin', 'discord'] }) };
  const response: Response = await NextAuth(request as never, context as never, await currentSignInOptions());
  const { url } = await response.json();
  for (const cookie of new NextResponse(null, response).cookies.getAll()) jar.set(cookie);
  return { href: String(url) };
}
