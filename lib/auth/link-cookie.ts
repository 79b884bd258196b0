import type { LinkKind } from '@/lib/domain/access-link';
import { cookieName, isSecureOrigin } from './cookies';

/** The link with which a browser went to Discord, kept in a cookie until it comes back. */
export type LinkCookie = { readonly kind: LinkKind; readonly token: string };

/** How long the person may take at Discord. */
const AWAY_MAX_SECONDS = 15 * 60;

const FORM = /^(invite|reset)\.([\w-]{43})$/;

export const linkCookieName = (origin: string): string => cookieName(origin, 'link');

/** The cookie for `link`; `null` removes it. */
export const linkCookie = (link: LinkCookie | null, origin: string) => ({
  name: linkCookieName(origin),
  value: link === null ? '' : `${link.kind}.${link.token}`,
  ...({ httpOnly: true, sameSite: 'lax', path: '/' } as const),
  secure: isSecureOrigin(origin),
  maxAge: link === null ? 0 : AWAY_MAX_SECONDS,
});

export function parseLinkCookie(value: string | undefined): LinkCookie | null {
  const [, kind, token] = FORM.exec(value ?? '') ?? [];
  return token === undefined ? null : { kind: kind as LinkKind, token };
}
