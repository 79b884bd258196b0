import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { isSecure, sessionSecret } from '@/app/session/current-user';
import { discordSettings } from '@/app/session/discord';
import { knownBrowserToken, rememberBrowserIn } from '@/app/session/known-browser';
import { currentLink } from '@/app/session/start-session';
import { setCookieField } from '@/lib/auth/cookies';
import { isSignInEndpoint, sanitizeQuery } from '@/lib/auth/endpoints';
import { withRelativeUrls } from '@/lib/auth/library-origin';
import { linkCookie } from '@/lib/auth/link-cookie';
import { type SignInContext, signInOptions } from '@/lib/auth/next-auth';
import { container } from '@/lib/container';
import { networkOf } from '@/lib/http/address';
import { CLIENT_ADDRESS_HEADER } from '@/lib/http/forwarded';
import { isSameOrigin } from '@/lib/http/same-origin';

/** The content type of forms. */
const FORM = 'application/x-www-form-urlencoded';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context) {
  const { ports, authSecret, log } = container();
  const { nextauth } = await context.params;
  const discord = await discordSettings();
  const link = await currentLink();
  if (!isSignInEndpoint(request.method, nextauth, discord !== undefined)) {
    return new Response(null, { status: 404 });
  }
  sanitizeQuery(request.nextUrl.searchParams);
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) || 'unknown';
  let signedIn: Parameters<SignInContext['onSignedIn']>[0] | undefined;
  const options = signInOptions({
    ports,
    secret: authSecret,
    discord,
    isSecure: await isSecure(),
    address,
    network: networkOf(address),
    link,
    knownBrowser: await knownBrowserToken(),
    onSignedIn: (result) => {
      signedIn = result;
    },
    client: request.headers.get('user-agent') ?? '',
    currentSession: await sessionSecret(),
    onError: (error) => log.error({ err: error }, 'a sign-in or sign-out failed'),
  });
  const response = await withRelativeUrls(await NextAuth(request as never, context as never, options));
  // next-auth's error for an invalid callback URL in a cookie; it reports failures of the server differently.
  if (response.status === 500) return new Response(null, { status: 400 });
  if (signedIn !== undefined) {
    await rememberBrowserIn(response, signedIn);
    // The next sign-in with Discord in this browser is not about the link.
    if (link !== null)
      response.headers.append('Set-Cookie', setCookieField(linkCookie(null, await isSecure())));
  }
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** The GET endpoints of next-auth: CSRF token, providers, Discord's callback. */
export const GET = handle;

/** Signing in and out, for same-origin requests only. */
export async function POST(request: NextRequest, context: Context) {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  if (!request.headers.get('content-type')?.startsWith(FORM)) return new Response(null, { status: 415 });
  return handle(request, context);
}
