import type { GetTokenParams } from 'next-auth/jwt';
import { ANONYMOUS, type Caller } from '@/lib/domain/caller';
import { SESSION_MS } from '@/lib/domain/session';
import type { Ports } from '@/lib/ports/ports';
import { findSession } from '@/lib/services/sessions/find';
import type { SignedInPerson } from '@/lib/services/sessions/open';
import { cookieName, cookieValue, isSecureOrigin } from './cookies';

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
  return {
    name: sessionCookieName(origin),
    value: await encode({ token: { uid: person.userId, sid: sessionSecret }, secret, maxAge }),
    ...({ httpOnly: true, sameSite: 'lax', path: '/' } as const),
    secure: isSecureOrigin(origin),
    maxAge,
  };
}

/** Cookies decrypted last, in memory only: to decrypt one takes as long as all reads of a page. */
const decrypted = new Map<
  string,
  { readonly secret: string; readonly sid: string; readonly untilMs: number }
>();
const DECRYPTED_MAX = 1_000;

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
  if (decrypted.size >= DECRYPTED_MAX) decrypted.clear();
  if (typeof token.exp === 'number')
    decrypted.set(value, { secret, sid: token.sid, untilMs: token.exp * 1_000 });
  return token.sid;
}

/** The caller of a `Cookie` field, for requests that Next does not see. */
export async function callerOf(
  cookies: string,
  { ports, ...settings }: CookieSettings & { readonly ports: Ports },
): Promise<Caller> {
  const value = cookieValue(cookies, sessionCookieName(settings.origin));
  const secret = await sessionSecretOf(value, settings);
  const live = secret === null ? null : await findSession(ports, secret);
  return live?.who ?? ANONYMOUS;
}
