import { LRUCache } from 'lru-cache';
import type { CookiesOptions } from 'next-auth';
import type { GetTokenParams } from 'next-auth/jwt';
import type { LinkKind } from '@/lib/domain/people/access-link';
import { SESSION_MS } from '@/lib/domain/people/caller';
import type { SignedInPerson } from '@/lib/services/sessions/open';

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
function cookieValue(field: string, name: string): string | undefined {
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

/** The link with which a browser went to Discord, kept in a cookie until it comes back. */
export type LinkCookie = { readonly kind: LinkKind; readonly token: string };

/** How long the person may take at Discord. */
const LINK_AWAY_SECONDS = 15 * 60;

const LINK_FORM = /^(invite|reset)\.([\w-]{43})$/;

export const linkCookieName = (origin: string): string => cookieName(origin, 'link');

/** The cookie for `link`; `null` removes it. */
export const linkCookie = (link: LinkCookie | null, origin: string) => ({
  name: linkCookieName(origin),
  value: link === null ? '' : `${link.kind}.${link.token}`,
  ...({ httpOnly: true, sameSite: 'lax', path: '/' } as const),
  secure: isSecureOrigin(origin),
  maxAge: link === null ? 0 : LINK_AWAY_SECONDS,
});

export function parseLinkCookie(value: string | undefined): LinkCookie | null {
  const [, kind, token] = LINK_FORM.exec(value ?? '') ?? [];
  return token === undefined ? null : { kind: kind as LinkKind, token };
}

type CookieSettings = {
  readonly secret: string;
  /** The origin that the browser uses. */
  readonly origin: string;
};

export const sessionCookieName = (origin: string): string => cookieName(origin, 'session');

/** The cookie of a session that was opened without the sign-in library, in the library's form. */
export async function sessionCookie(
  { person, sessionSecret }: SignedInPerson,
  { secret, origin }: CookieSettings,
) {
  const { encode } = await import('next-auth/jwt');
  const maxAge = SESSION_MS / 1_000;
  const token = { uid: person.userId, sid: sessionSecret };
  return { ...sessionFields(origin), value: await encode({ token, secret, maxAge }), maxAge };
}

/** The cookie that removes that of a session. */
export const endedSessionCookie = (origin: string) => ({ ...sessionFields(origin), value: '', maxAge: 0 });

const sessionFields = (origin: string) => ({
  name: sessionCookieName(origin),
  ...({ httpOnly: true, sameSite: 'lax', path: '/' } as const),
  secure: isSecureOrigin(origin),
});

/** Cookies decrypted last, in memory only: to decrypt one takes as long as all reads of a page. */
const decrypted = new LRUCache<
  string,
  { readonly secret: string; readonly sid: string; readonly untilMs: number }
>({ max: 1_000 });

/** The session secret in the cookie's value, or `null`. findSession tells whether it is valid. */
export async function sessionSecretOf(
  value: string | undefined,
  { secret, origin }: CookieSettings,
): Promise<string | null> {
  if (value === undefined) return null;
  const known = decrypted.get(value);
  if (known?.secret === secret && Date.now() < known.untilMs) return known.sid;
  const name = sessionCookieName(origin);
  const req = { cookies: { [name]: value }, headers: {} } as unknown as GetTokenParams['req'];
  // Loaded when first needed: commands never are.
  const { getToken } = await import('next-auth/jwt');
  const token = await getToken({ req, secret, cookieName: name });
  if (typeof token?.sid !== 'string') return null;
  if (typeof token.exp === 'number')
    decrypted.set(value, { secret, sid: token.sid, untilMs: token.exp * 1_000 });
  return token.sid;
}

/** The session secret in a `Cookie` field, for requests that Next does not see. */
export const sessionSecretIn = (cookies: string, settings: CookieSettings): Promise<string | null> =>
  sessionSecretOf(cookieValue(cookies, sessionCookieName(settings.origin)), settings);
