import { cookies, headers } from 'next/headers';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { cookieName, linkCookie, setCookieField } from '@/lib/auth/cookies';
import type { DiscordSettings, RedirectUri } from '@/lib/auth/discord';
import { LIBRARY_ORIGIN, withoutUnsafeValues, withRelativeUrls } from '@/lib/auth/library';
import { type SignInContext, signInOptions } from '@/lib/auth/next-auth';
import type { ProviderFailure } from '@/lib/auth/provider-failure';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import type { LeadsTo } from '@/lib/contract/form-state';
import { paths, withQuery } from '@/lib/contract/paths';
import { absoluteOrigin } from '@/lib/request/same-origin';
import type { CodeNeeded } from '@/lib/services/sessions/open';
import { container } from '@/lib/session/container';
import { currentUser, ownOriginNow, sessionSecret } from './current-user';
import { rememberBrowserIn } from './known-browser';
import { currentLink, firstStepCookie, requestOrigin } from './start-session';

/** The Discord settings with the callback URL; `undefined` if Discord is not configured or no callback URL is known. */
export async function discordSettings(): Promise<(DiscordSettings & RedirectUri) | undefined> {
  const { discord, appUrl } = container().env;
  const here = absoluteOrigin(await headers(), appUrl);
  if (discord === undefined || here === null) return undefined;
  return { ...discord, redirectUri: `${here}/api/auth/callback/discord` };
}

/**
 * Where a browser goes to sign in at Discord, which leads it back to `callbackPath`; sets the cookies that it needs then.
 * `null` if Discord is not set up. For server actions, so that it works without scripts: the content security policy lets no
 * form lead to another site.
 */
export async function startDiscord(callbackPath: string): Promise<LeadsTo | null> {
  const discord = await discordSettings();
  if (discord === undefined) return null;
  const jar = await cookies();
  const ask = async (path: string, form?: Record<string, string>) => {
    const request = new NextRequest(`${LIBRARY_ORIGIN}/api/auth/${path}`, form && postOf(form));
    const response = await askLibrary(request, path, { discord });
    for (const cookie of new NextResponse(null, response).cookies.getAll()) jar.set(cookie);
    return response.json();
  };
  const { csrfToken } = await ask('csrf');
  const { url } = await ask('signin/discord', { csrfToken, callbackUrl: callbackPath, json: 'true' });
  return { href: String(url) };
}

const postOf = (form: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form),
});

/** The response to a browser that comes back from Discord: signed in, connected, or led to where it is told why not. */
export async function finishDiscord(request: NextRequest): Promise<Response> {
  const discord = await discordSettings();
  if (discord === undefined) return new Response(null, { status: 404 });
  let signedIn: Parameters<SignInContext['onSignedIn']>[0] | undefined;
  let needed: CodeNeeded | undefined;
  let failure: ProviderFailure | undefined;
  const given = await askLibrary(withoutUnsafeValues(request), 'callback/discord', {
    discord,
    onSignedIn: (person) => {
      signedIn = person;
    },
    onCodeNeeded: (result) => {
      needed = result;
    },
    onProviderFailure: (first) => {
      failure ??= first;
    },
  });
  // next-auth's error for an invalid callback URL in a cookie; it reports failures of the server differently.
  if (given.status === 500) return new Response(null, { status: 400 });
  const response = withRelativeUrls(given);
  if (failure !== undefined && isLibraryError(response))
    response.headers.set('Location', await failurePath(failure));
  if (signedIn !== undefined) await rememberBrowserIn(response, signedIn);
  if (needed !== undefined) {
    response.headers.append('Set-Cookie', setCookieField(await firstStepCookie(needed)));
    response.headers.set('Location', await codePath(request));
  }
  if (signedIn !== undefined || needed !== undefined) {
    // The next sign-in with Discord in this browser is not about the link.
    if ((await currentLink()) !== null)
      response.headers.append('Set-Cookie', setCookieField(linkCookie(null, await ownOriginNow())));
  }
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** Where a code is asked for, and then the page that was wanted, which the library keeps in a cookie. */
async function codePath({ cookies }: NextRequest): Promise<string> {
  const kept = cookies.get(cookieName(await ownOriginNow(), 'callback-url'))?.value;
  const callbackUrl = safeRedirect(kept?.replace(LIBRARY_ORIGIN, ''));
  return callbackUrl === null ? paths.code : withQuery(paths.code, { callbackUrl });
}

/** next-auth's response to a request for one of its paths, with the options of the current request. */
async function askLibrary(
  request: NextRequest,
  path: string,
  context: Pick<SignInContext, 'discord'> &
    Partial<Pick<SignInContext, 'onSignedIn' | 'onCodeNeeded' | 'onProviderFailure'>>,
): Promise<Response> {
  const { ports, authSecret, log } = container();
  const { onSignedIn = () => {}, onCodeNeeded = () => {}, onProviderFailure = () => {} } = context;
  let isFailureLogged = false;
  const options = signInOptions({
    ...(await requestOrigin()),
    ports,
    secret: authSecret,
    discord: context.discord,
    origin: await ownOriginNow(),
    link: await currentLink(),
    onSignedIn,
    onCodeNeeded,
    currentSession: await sessionSecret(),
    onProviderFailure: (failure) => {
      // next-auth logs some failures twice.
      if (!isFailureLogged) log.warn(failure, 'signing in with Discord failed');
      isFailureLogged = true;
      onProviderFailure(failure);
    },
    onError: (error) => log.error({ err: error }, 'signing in with Discord failed'),
  });
  const params = { params: Promise.resolve({ nextauth: path.split('/') }) };
  return NextAuth(request as never, params as never, options);
}

/** next-auth names no more than this of a provider's failure. */
const isLibraryError = ({ headers }: Response): boolean =>
  /[?&]error=(OAuthCallback|Callback|OAuthSignin)\b/.test(headers.get('Location') ?? '');

/** Where a person is shown why Discord did not sign them in, or connect. */
const failurePath = async ({ code }: ProviderFailure): Promise<string> =>
  withQuery((await currentUser()) === null ? paths.login : paths.account, { error: code });
