import type { CookiesOptions } from 'next-auth';

/** How long a sign-in at another provider may take. */
const AWAY_MAX_SECONDS = 15 * 60;

export const isSecureOrigin = (origin: string): boolean => origin.startsWith('https:');

/**
 * A cookie's name at the origin that the browser uses. Over https it gets the `__Host-` prefix, with which browsers accept
 * it only from this host over https. Over http it has the port: browsers send one host's cookies to all of its ports.
 */
export function cookieName(origin: string, name: string): string {
  if (isSecureOrigin(origin)) return `__Host-botmeter.${name}`;
  const [, port = '80'] = /:(\d+)$/.exec(origin) ?? [];
  return `${Number(port)}.botmeter.${name}`;
}

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
export function signInCookies(origin: string): Partial<CookiesOptions> {
  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(origin, name),
    options: {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isSecureOrigin(origin),
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
