import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { linkCookie, setCookieField } from '@/lib/auth/cookies';
import { isSignInEndpoint, sanitizeQuery, withRelativeUrls } from '@/lib/auth/library';
import type { SignInContext } from '@/lib/auth/next-auth';
import type { ProviderFailure } from '@/lib/auth/provider-failure';
import { paths, withQuery } from '@/lib/contract/paths';
import { currentUser, ownOriginNow } from '@/lib/session/current-user';
import { rememberBrowserIn } from '@/lib/session/known-browser';
import { currentSignInOptions } from '@/lib/session/sign-in-options';
import { currentLink } from '@/lib/session/start-session';

/** The content type of forms. */
const FORM = 'application/x-www-form-urlencoded';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context) {
  const { nextauth } = await context.params;
  let signedIn: Parameters<SignInContext['onSignedIn']>[0] | undefined;
  let failure: ProviderFailure | undefined;
  const options = await currentSignInOptions(
    (result) => {
      signedIn = result;
    },
    (first) => {
      failure ??= first;
    },
  );
  const hasDiscord = options.providers.some(({ id }) => id === 'discord');
  if (!isSignInEndpoint(request.method, nextauth, hasDiscord)) return new Response(null, { status: 404 });
  sanitizeQuery(request.nextUrl.searchParams);
  const response = await withRelativeUrls(await NextAuth(request as never, context as never, options));
  // next-auth's error for an invalid callback URL in a cookie; it reports failures of the server differently.
  if (response.status === 500) return new Response(null, { status: 400 });
  if (failure !== undefined && isLibraryError(response))
    response.headers.set('Location', await failurePath(failure));
  if (signedIn !== undefined) {
    await rememberBrowserIn(response, signedIn);
    // The next sign-in with Discord in this browser is not about the link.
    if ((await currentLink()) !== null)
      response.headers.append('Set-Cookie', setCookieField(linkCookie(null, await ownOriginNow())));
  }
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** next-auth names no more than this of a provider's failure. */
const isLibraryError = ({ headers }: Response): boolean =>
  /[?&]error=(OAuthCallback|Callback|OAuthSignin)\b/.test(headers.get('Location') ?? '');

/** Where a person is shown why Discord did not sign them in, or connect. */
const failurePath = async ({ code }: ProviderFailure): Promise<string> =>
  withQuery((await currentUser()) === null ? paths.login : paths.account, { error: code });

/** The GET endpoints of next-auth: CSRF token, providers, Discord's callback. */
export const GET = handle;

/** Signing in and out. The front door refuses requests of other sites, and next-auth those without its token. */
export async function POST(request: NextRequest, context: Context) {
  if (!request.headers.get('content-type')?.startsWith(FORM)) return new Response(null, { status: 415 });
  return handle(request, context);
}
