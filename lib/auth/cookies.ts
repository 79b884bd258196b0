import type { CookiesOptions } from 'next-auth';

/** How long a sign-in at another provider may take. */
const AWAY_MAX_SECONDS = 15 * 60;

/**
 * A cookie's name. Over https it gets the `__Host-` prefix, with which browsers accept the cookie only from this host
 * over https: neither a sibling host nor plain http can set it.
 */
export const cookieName = (isSecure: boolean, name: string): string =>
  `${isSecure ? '__Host-' : ''}botmeter.${name}`;

/**
 * A cookie's value in a `Cookie` field; the last one if there are several, as Next reads them. Names are not trimmed:
 * with a no-break space in front, anyone can set a cookie whose name would then pass for one with the prefix.
 */
export function cookieValue(field: string, name: string): string | undefined {
  const pairs = field.split(/; */);
  return pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

type OwnCookie = {
  readonly name: string;
  readonly value: string;
  readonly maxAge: number;
  readonly sameSite: 'lax' | 'strict';
  readonly secure: boolean;
};

/** A `Set-Cookie` field of a cookie that scripts cannot read. */
export const setCookieField = ({ name, value, maxAge, sameSite, secure }: OwnCookie): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;

/** All cookies that the sign-in library sets. */
export function signInCookies(isSecure: boolean): Partial<CookiesOptions> {
  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(isSecure, name),
    options: {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isSecure,
      ...(maxAge !== undefined && { maxAge }),
    },
  });
  return {
    sessionToken: cookie('session'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce', AWAY_MAX_SECONDS),
    state: cookie('state', AWAY_MAX_SECONDS),
  };
}
