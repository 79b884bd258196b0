/** Request header with the nonce of a page, which app/layout.tsx reads. Removed from requests of clients. */
export const NONCE_HEADER = 'x-nonce';

/** Request header with the path of a page, for its frame. proxy.ts overwrites what a client sends. */
export const PATH_HEADER = 'x-path';

// React needs `eval` in development only.
const DEVELOPMENT = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

/** The content security policy of one response with a page, and the nonce in it. */
export function freshPolicy(): { readonly nonce: string; readonly policy: string } {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts, toasts and menus position themselves with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { nonce, policy };
}
