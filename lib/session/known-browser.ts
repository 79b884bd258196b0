import { cookies } from 'next/headers';
import { cookieName, isSecureOrigin, setCookieField } from '@/lib/auth/cookies';
import { issueKnownBrowser, KNOWN_BROWSER_MS } from '@/lib/auth/signed-tokens';
import type { PasswordVersion } from '@/lib/domain/people/caller';
import { container } from '@/lib/session/container';
import { ownOriginNow } from './current-user';

/** The token in the cookie of a browser that signed in before. */
export async function knownBrowserToken(): Promise<string | undefined> {
  return (await cookies()).get(cookieName(await ownOriginNow(), 'known'))?.value;
}

type SignedIn = { readonly person: PasswordVersion; readonly nowMs: number };

async function knownBrowserCookie({ person, nowMs }: SignedIn) {
  const origin = await ownOriginNow();
  return {
    name: cookieName(origin, 'known'),
    value: issueKnownBrowser(container().authSecret, person, nowMs),
    ...({ httpOnly: true, sameSite: 'strict', path: '/' } as const),
    secure: isSecureOrigin(origin),
    maxAge: KNOWN_BROWSER_MS / 1_000,
  };
}

/** Marks the browser that called an action as known: it then has its own limit of sign-in attempts. */
export async function rememberBrowser(signedIn: SignedIn): Promise<void> {
  (await cookies()).set(await knownBrowserCookie(signedIn));
}

/** The same for a response of next-auth: `cookies()` would make Next rewrite all its cookies. */
export async function rememberBrowserIn(response: Response, signedIn: SignedIn): Promise<void> {
  response.headers.append('Set-Cookie', setCookieField(await knownBrowserCookie(signedIn)));
}
